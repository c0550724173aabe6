package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Prometheus;
import io.deltacdf.connect.testing.Runtimes;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in {@code config/monitoring}, with a real exporter and a real Prometheus. */
class MonitoringIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Path FILES = ProjectDirectory.get().resolve("config/monitoring");

  @TempDir private Path dir;

  @Test
  void theAlertsPassTheirTests() {
    ChildProcess promtool =
        ChildProcess.start(
            "promtool (Debian's package prometheus)",
            List.of("promtool", "test", "rules", FILES.resolve("alerts-test.yml").toString()),
            dir.resolve("promtool.log"));

    assertThat(promtool.awaitExit(TIMEOUT)).as(promtool.logTail()).isZero();
  }

  @Test
  void alertsFireForATableThatIsStuckAndEveryPanelHasData() throws Exception {
    TestTable idle = table("idle");
    TestTable stuck = table("stuck");
    TestTable retried = table("retried");
    int port = FreePorts.find(1)[0];
    Path work = ProjectDirectory.newWorkDirectory("monitored-worker");
    try (ConnectWorker worker = worker(work, port);
        Prometheus prometheus = Prometheus.start(work, port, FILES.resolve("alerts.yml"))) {
      Connectors connectors = new Connectors(worker);
      connectors.create(
          ConnectorConfig.named("monitored")
              .table("idle", idle.path(), "id")
              .table("stuck", stuck.path(), "id")
              .table("retried", retried.path(), "id")
              .set("reader.threads", "3")
              .set("poll.interval.ms", "2000"));
      for (String table : List.of("idle", "stuck", "retried")) {
        connectors.awaitVersion("monitored", table, 1);
      }
      commitFileThatCannotBeOpened(stuck);
      Files.writeString(retried.faults().commitFile(2), "{\"add\":");

      Awaitility.await()
          .atMost(TIMEOUT)
          .until(
              prometheus::firing,
              firing ->
                  firing.contains("DeltaTableNotLookedAt stuck")
                      && firing.contains("DeltaTableRetrying retried"));
      assertThat(prometheus.firing()).noneMatch(alert -> alert.endsWith(" idle"));
      for (String query : queries()) {
        Awaitility.await(query).atMost(TIMEOUT).until(() -> !prometheus.query(query).isEmpty());
      }
    }
  }

  private TestTable table(String name) {
    TestTable table = TestTable.at(dir.resolve(name)).schema("id int").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  private static ConnectWorker worker(Path directory, int port) {
    Path agent = Runtimes.classPath("monitoring").get(0);
    Path rules = FILES.resolve("jmx-exporter.yml");
    return ConnectWorker.builder(SharedCluster.broker(), directory)
        .jvmArgs("-javaagent:" + agent + "=127.0.0.1:" + port + ":" + rules)
        .start();
  }

  /** To open a named pipe waits for a writer, as a store does that does not answer. */
  private void commitFileThatCannotBeOpened(TestTable table) throws Exception {
    DataFile file = table.dataFile(row("id", 2));
    Files.delete(file.location());
    ChildProcess mkfifo =
        ChildProcess.start(
            "mkfifo", List.of("mkfifo", file.location().toString()), dir.resolve("mkfifo.log"));
    assertThat(mkfifo.awaitExit(TIMEOUT)).isZero();
    table.commit().operation("WRITE").add(file).write();
  }

  /** Returns the queries of all panels of the dashboard, for all tables. */
  private static List<String> queries() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(FILES.resolve("grafana-dashboard.json").toFile());
    List<String> queries = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(target.get("expr").asText().replaceAll("\"\\$(server|table)\"", "\".*\""));
      }
    }
    assertThat(queries).hasSizeGreaterThan(20);
    return queries;
  }
}
