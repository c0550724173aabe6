package io.deltacdf.connect.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.cli.discovery.FollowedTables;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code delta-cdf status}: shows how far the tables of running connectors are published. */
@Command(
    name = "status",
    description = {
      "Shows how far the tables of running connectors are published: the state of each table, the"
          + " version that is published and the latest version, how far the table is behind, and"
          + " the time until its next version may be removed.",
      "Reads the REST interface of a worker and the tables. The exit code is 1 if a table needs a"
          + " person."
    },
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "URL",
      description = "The REST interface of a worker, such as http://localhost:8083.")
  private String url;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CONNECTOR",
      description = "Show only this connector.")
  private @Nullable String connector;

  @Option(names = "--json", description = "Print one JSON object for each connector.")
  private boolean asJson;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Print the status again and again, until the command is stopped.")
  private @Nullable Long watchSeconds;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "An option that replaces that of the connector, such as a secret that only the worker"
              + " can read; repeatable.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (watchSeconds != null && watchSeconds < 1) {
      throw new ConfigException("--watch " + watchSeconds + ": give at least 1 second.");
    }
    WorkerClient worker = new WorkerClient(url);
    try (JsonLines json = new JsonLines(terminal.out())) {
      boolean needsPerson = print(worker, json);
      while (watchSeconds != null) {
        Thread.sleep(Duration.ofSeconds(watchSeconds).toMillis());
        needsPerson = print(worker, json);
      }
      return needsPerson ? ExitCodes.USER_ERROR : ExitCodes.OK;
    }
  }

  /** Prints the status of all connectors and returns whether a table needs a person. */
  private boolean print(WorkerClient worker, JsonLines json)
      throws IOException, InterruptedException {
    Instant now = terminal.clock().instant();
    boolean needsPerson = false;
    for (ConnectorStatus status : connectors(worker)) {
      List<TableStatus> tables = tables(status, now);
      if (asJson) {
        StatusJson.write(status, tables, now, json);
        json.flush();
      } else {
        PrintWriter out = spec.commandLine().getOut();
        StatusText.print(status, tables, out);
        out.flush();
      }
      needsPerson |= tables.stream().anyMatch(TableStatus::needsPerson);
    }
    return needsPerson;
  }

  private List<ConnectorStatus> connectors(WorkerClient worker) throws InterruptedException {
    List<String> names = new ArrayList<>();
    if (connector != null) {
      names.add(connector);
    } else {
      for (JsonNode name : worker.get("connectors").orElseThrow(() -> noWorker())) {
        names.add(name.asText());
      }
    }
    List<ConnectorStatus> found = new ArrayList<>();
    for (String name : names) {
      ConnectorStatus.read(worker, name).ifPresent(found::add);
    }
    if (found.isEmpty()) {
      throw new ConfigException(
          connector == null
              ? "The worker has no connector of this kind."
              : "The worker has no connector '" + connector + "' of this kind.");
    }
    return found;
  }

  private static ConfigException noWorker() {
    return new ConfigException("URL is not the address of a worker: it knows no connectors.");
  }

  private List<TableStatus> tables(ConnectorStatus status, Instant now)
      throws InterruptedException {
    Map<String, String> options = new LinkedHashMap<>(status.config());
    options.putAll(settings);
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    List<TableStatus> tables = new ArrayList<>();
    try (Storage storage = TableArguments.storage(config)) {
      for (TableConfig table : config.tables()) {
        tables.add(
            TableStatus.of(
                status,
                table,
                DeltaTables.open(table, storage),
                config.flow().retentionWarning(),
                now));
      }
      if (status.tasks().isEmpty() && DiscoveryConfig.isIn(options)) {
        Duration warning = config.flow().retentionWarning();
        tables.addAll(
            discovered(status, FollowedTables.find(options, storage), storage, warning, now));
      }
    }
    return tables;
  }

  /** Returns the tables that were published, although no task names them, in the order of names. */
  private static List<TableStatus> discovered(
      ConnectorStatus status,
      FollowedTables followed,
      Storage storage,
      Duration warning,
      Instant now) {
    List<TableStatus> tables = new ArrayList<>();
    Set<String> names = new TreeSet<>(status.offsets().keySet());
    names.removeAll(DeltaSourceConfig.tableNames(status.config()));
    for (String name : names) {
      TableConfig table = followed.tables().get(name);
      tables.add(
          table == null
              ? TableStatus.ofOffset(status, name, followed.problem(name))
              : TableStatus.of(status, table, DeltaTables.open(table, storage), warning, now));
    }
    return tables;
  }
}
