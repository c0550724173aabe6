package io.deltacdf.connect.demo;

import io.deltacdf.connect.testing.ConnectRestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/demo}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "bin/demo",
    description = {
      "Mirrors a Delta table into a Kafka topic before your eyes: starts a broker, a schema"
          + " registry and a Connect worker, creates the connector, prints the events as they"
          + " arrive, and compares the table with what the topic comes to.",
      "Without --table the table is one of the demo's own, which changes while you look."
    },
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 table and mirror are equal, 1 for what the user got wrong, 2 for failures,"
          + " and where they are not equal."
    })
public final class Demo implements Callable<Integer> {
  private static final int EQUAL = 0;
  private static final int USER_ERROR = 1;
  private static final int FAILURE = 2;

  @Option(
      names = "--table",
      paramLabel = "URI",
      description =
          "A table of your own: a directory, or a URI such as s3a://bucket/table. It is only read.")
  private String uri;

  @Option(
      names = "--key",
      paramLabel = "COLUMN",
      split = ",",
      description = "Its key columns, which must identify a row.")
  private List<String> key = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "An option of the connector, such as hadoop.fs.s3a.endpoint=http://…; repeatable. Options"
              + " that the comparison relies on cannot be set.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--json",
      description = "Write records as JSON, without a schema registry, instead of Avro.")
  private boolean json;

  @Option(
      names = "--keep",
      description = "Leave everything running, and print further events, until Ctrl-C.")
  private boolean keep;

  @Spec private CommandSpec spec;

  private final Screen screen;

  private Demo(Screen screen) {
    this.screen = screen;
  }

  public static void main(String[] args) {
    System.exit(run(Screen.ofProcess(), args));
  }

  /** Runs the demo; returns its exit code. */
  static int run(Screen screen, String... args) {
    CommandLine command = new CommandLine(new Demo(screen));
    command.getCommandSpec().exitCodeOnInvalidInput(USER_ERROR);
    return command.execute(args);
  }

  @Override
  public Integer call() {
    requireFitting();
    long started = System.nanoTime();
    try (Scratch scratch = new Scratch()) {
      try {
        return run(scratch.directory(), started) ? EQUAL : FAILURE;
      } catch (RuntimeException e) {
        if (scratch.isInterrupted()) {
          return FAILURE;
        }
        return failure(e);
      }
    }
  }

  private void requireFitting() {
    if ((uri == null) != key.isEmpty()) {
      throw wrong("--table and --key belong together");
    }
    if (uri == null && !settings.isEmpty()) {
      throw wrong("--set goes with --table");
    }
    Map<String, String> own = DemoConnector.config("t", "", List.of(), new JsonRecords(), Map.of());
    for (String option : settings.keySet()) {
      if (own.containsKey(option) || option.matches("(key|value)[.]converter[.].*")) {
        throw wrong("--set " + option + ": the demo sets this itself");
      }
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private boolean run(Path directory, long started) {
    screen.title("Kafka Connect for Delta Lake's change data feed: a table mirrored into a topic");
    screen.blank();
    Run run = uri == null ? new DemoRun(directory) : new OwnTableRun(absolute(uri), key, settings);
    screen.item("table", run.table().path() + ", key " + String.join(", ", run.key()));
    boolean equal;
    try (DemoCluster cluster = DemoCluster.start(directory, json, screen)) {
      equal =
          new Session(screen, cluster.bootstrapServers(), cluster.rest(), cluster.form(), run)
              .play(keep);
      screen.blank();
      screen.line("Stopping the connector and all processes ...");
    }
    screen.line("Done in " + Screen.seconds(started) + ".");
    return equal;
  }

  /** The worker's working directory is not ours. */
  private static String absolute(String uri) {
    return uri.matches("^[A-Za-z][A-Za-z0-9+.-]*:.*")
        ? uri
        : Path.of(uri).toAbsolutePath().toString();
  }

  private int failure(RuntimeException e) {
    // Our messages and Connect's are written for users; other failures get a stack trace.
    boolean usersFault =
        e instanceof KafkaException
            || e instanceof ConnectRestException
            || e instanceof IllegalArgumentException;
    if (usersFault || e instanceof ConnectorFailedException) {
      System.err.println("demo: " + e.getMessage());
    } else {
      System.err.println("demo: failed");
      e.printStackTrace();
    }
    return usersFault ? USER_ERROR : FAILURE;
  }
}
