package io.deltacdf.connect.cli;

import io.deltacdf.connect.cli.discovery.DiscoverCommand;
import io.deltacdf.connect.config.Secrets;
import io.deltacdf.connect.redaction.Redaction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code delta-cdf}: runs the connector's own code on the command line. */
@Command(
    name = "delta-cdf",
    description =
        "Prints what the connector would publish from a Delta table, describes tables, checks"
            + " configurations, and shows how far running connectors are.",
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Exit codes: 0 for success, 1 for a mistake in the request, 2 for a failure."})
public final class DeltaCdf implements Runnable {
  private static final int HELP_WIDTH = 100;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  private boolean debug;

  @Spec private CommandSpec spec;

  private final PrintWriter err;

  private DeltaCdf(PrintWriter err) {
    this.err = err;
  }

  public static void main(String[] args) {
    System.exit(run(Terminal.ofProcess(), args));
  }

  /** Runs one command and returns its exit code. */
  static int run(Terminal terminal, String... args) {
    DeltaCdf root = new DeltaCdf(terminal.err());
    CommandLine commandLine = new CommandLine(root);
    commandLine.addSubcommand(new ChangesCommand(terminal));
    commandLine.addSubcommand(new DescribeCommand(terminal));
    commandLine.addSubcommand(new ValidateCommand());
    commandLine.addSubcommand(new DiscoverCommand());
    commandLine.addSubcommand(new StatusCommand(terminal));
    commandLine.setErr(terminal.err());
    commandLine.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    commandLine.setUsageHelpWidth(HELP_WIDTH);
    commandLine.setParameterExceptionHandler(DeltaCdf::usageError);
    commandLine.setExecutionExceptionHandler((e, command, parsed) -> root.failure(e));
    return commandLine.execute(args);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Give a command.");
  }

  private static int usageError(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("delta-cdf: " + withoutSecrets(String.valueOf(e.getMessage()), args));
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr())) {
      command.usage(command.getErr());
    }
    return ExitCodes.USER_ERROR;
  }

  /** The messages of wrong arguments repeat them. */
  private static String withoutSecrets(String message, String[] args) {
    String hidden = message;
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (equals >= 0 && equals < arg.length() - 1) {
        String value = arg.substring(equals + 1);
        hidden = hidden.replace(value, Secrets.show(arg.substring(0, equals), value));
      }
    }
    return Redaction.hide(hidden);
  }

  private int failure(Exception e) {
    if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
      return failure(cause);
    }
    if (e instanceof IOException io && isBrokenPipe(io)) {
      // The program that reads the output, such as head, needs no more of it.
      return ExitCodes.OK;
    }
    err.println("delta-cdf: " + Redaction.hide(message(e)));
    if (debug) {
      Redaction.hide(e).printStackTrace(err);
    }
    return ExitCodes.of(e);
  }

  private static boolean isBrokenPipe(IOException e) {
    String message = e.getMessage();
    return message != null && message.contains("Broken pipe");
  }

  private static String message(Exception e) {
    if (e instanceof IOException) {
      return "cannot write the output: " + e.getMessage();
    }
    // Failures of the connector and of its configuration have messages for users.
    String message = e instanceof KafkaException ? e.getMessage() : null;
    return message == null ? e + " (--debug shows the stack trace)" : message;
  }
}
