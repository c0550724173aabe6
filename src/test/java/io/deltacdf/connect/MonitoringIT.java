package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
    Path rules = work.resolve("jmx-exporter.yml");
    Files.copy(FILES.resolve("jmx-exporter.yml"), rules);
    try (ConnectWorker worker = worker(work, port, rules);
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
      discoverAndSkip(connectors);
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
      assertThatStrimziExportsTheSame(port, rules);
    }
  }

  /** A connector that discovers one table, and skips another one that cannot be read. */
  private void discoverAndSkip(Connectors connectors) throws Exception {
    Path lake = dir.resolve("lake");
    TestTable.at(lake.resolve("found")).schema("id int").changeDataFeed().create();
    TestTable bad = TestTable.at(lake.resolve("bad")).schema("id int").create();
    Files.writeString(bad.faults().commitFile(0), "{\"metaData\":");
    connectors.create(
        ConnectorConfig.named("found")
            .set("discovery.root", lake.toString())
            .set("discovery.keys", ".*:id"));
    connectors.awaitVersion("found", "found", 0);
  }

  private TestTable table(String name) {
    TestTable table = TestTable.at(dir.resolve(name)).schema("id int").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  /** The rules of the ConfigMap for Strimzi give the same series; Strimzi's example gives none. */
  private static void assertThatStrimziExportsTheSame(int port, Path rules) throws Exception {
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> series(port).toString().contains("kafka_connect_plugins_since_last_look_ms"));
    Set<String> expected = series(port);
    assertThat(expected)
        .contains(
            "delta_cdf_discovery_NumberOfTables{server=\"found\"}",
            "delta_cdf_discovery_TablesSkipped{reason=\"retriable\",server=\"found\"}",
            "delta_cdf_discovery_Connected{server=\"found\"}",
            "delta_cdf_StateCode{context=\"streaming\",server=\"monitored\",table=\"idle\",task=\"0\"}",
            "kafka_connect_plugins_state{connector=\"monitored\",table=\"idle\",task=\"0\"}",
            "kafka_connect_plugins_events_total{connector=\"monitored\",table=\"idle\",task=\"0\"}",
            "kafka_connect_plugins_task_poll_interval_ms{connector=\"monitored\",task=\"0\"}",
            "kafka_connect_task_status{connector=\"monitored\",status=\"running\",task=\"0\"}");

    YAMLMapper yaml = new YAMLMapper();
    JsonNode configMap =
        yaml.readTree(
            ProjectDirectory.get().resolve("config/strimzi/connect-metrics.yaml").toFile());
    // The exporter notices that the file has changed.
    Files.writeString(rules, configMap.at("/data/metrics-config.yml").asText());
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> scrape(port).contains("kafka_connect_worker_task_count "));
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(series(port)).isEqualTo(expected));
  }

  /** Returns the names and labels of what the exporter shows of the connector. */
  private static Set<String> series(int port) throws Exception {
    return scrape(port)
        .lines()
        .filter(
            line ->
                line.startsWith("delta_cdf_")
                    || line.startsWith("kafka_connect_plugins_")
                    || line.startsWith("kafka_connect_task_status")
                    || line.startsWith("kafka_connect_source_task_"))
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String scrape(int port) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static ConnectWorker worker(Path directory, int port, Path rules) {
    Path agent = Runtimes.classPath("monitoring").get(0);
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
