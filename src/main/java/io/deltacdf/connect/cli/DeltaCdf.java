package io.deltacdf.connect.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code delta-cdf}: the connector's own code, on the command line. */
@Command(
    name = "delta-cdf",
    description =
        "Prints what the connector would publish of a Delta table, and what it knows of the table.",
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Exit codes: 0, 1 for what the user got wrong, 2 for failures."})
public final class DeltaCdf implements Runnable {
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  private boolean debug;

  @Spec private CommandSpec spec;

  private static final int HELP_WIDTH = 100;

  private final Terminal terminal;

  DeltaCdf(Terminal terminal) {
    this.terminal = terminal;
  }

  public static void main(String[] args) {
    System.exit(run(Terminal.ofProcess(), args));
  }

  /** Runs one command; returns its exit code. */
  static int run(Terminal terminal, String... args) {
    DeltaCdf root = new DeltaCdf(terminal);
    CommandLine commandLine = new CommandLine(root);
    commandLine.addSubcommand(new ChangesCommand(terminal));
    commandLine.addSubcommand(new DescribeCommand(terminal));
    commandLine.addSubcommand(new ValidateCommand());
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
    command.getErr().println("delta-cdf: " + e.getMessage());
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr())) {
      command.usage(command.getErr());
    }
    return ExitCodes.USER_ERROR;
  }

  private int failure(Exception e) {
    if (e instanceof UncheckedIOException unchecked) {
      return failure(unchecked.getCause());
    }
    if (e instanceof IOException io && isBrokenPipe(io)) {
      // Whoever read our output, such as head, has had enough.
      return ExitCodes.OK;
    }
    terminal.err().println("delta-cdf: " + message(e));
    if (debug) {
      e.printStackTrace(terminal.err());
    }
    return ExitCodes.of(e);
  }

  private static boolean isBrokenPipe(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("Broken pipe");
  }

  private static String message(Exception e) {
    if (e instanceof IOException) {
      return "cannot write the output: " + e.getMessage();
    }
    boolean ours = e instanceof org.apache.kafka.common.KafkaException;
    return ours ? e.getMessage() : e + " (--debug shows where)";
  }
}
