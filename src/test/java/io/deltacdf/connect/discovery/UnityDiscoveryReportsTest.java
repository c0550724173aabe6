package io.deltacdf.connect.discovery;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.DeltaSourceConnector;
import io.deltacdf.connect.DeltaSourceTask;
import io.deltacdf.connect.TaskContexts;
import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.tables.TestTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tasks, the log and the check of a configuration say of tables in schemas of a catalog. */
@Timeout(120)
class UnityDiscoveryReportsTest extends OnCatalog {
  /** The class that reports tables whose failure does not stop the others. */
  private static final String FAILURES = "io.deltacdf.connect.source.ParkableTable";

  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  /** The task of a discovered table finds it as that of a listed one. */
  @Test
  void aTableThatIsReplacedIsReportedByItsTaskAndTheOthersGoOn() throws Exception {
    managed("orders");
    TestTable lines = onDisk("lines");
    lines.insert(row("id", 2L, "no", 2, "name", "b"));
    server.tables().createExternal("main.sales.lines", lines);
    Discovery found =
        discovery("discovery.unity.schemas", "main.sales", "heartbeat.interval.ms", "0");
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    List<String> values = new ArrayList<>();
    Map<String, Map<String, Object>> offsets = new HashMap<>();
    try (TableDiscovery discovery =
            new TableDiscovery(
                config, config.discovery().orElseThrow(), found, storage, () -> {}, () -> 0);
        CapturedLog log = new CapturedLog(Class.forName(FAILURES))) {
      discovery.lookOnce();
      DeltaSourceTask task = new DeltaSourceTask();
      task.initialize(TaskContexts.of(offsets, () -> {}));
      task.start(discovery.taskConfigs(1).get(0));
      try {
        Awaitility.await().until(() -> poll(task, values).containsAll(List.of("1", "2")));
        server.tables().drop("main.sales.orders");
        managed("again");
        discovery.lookOnce();
        lines.insert(row("id", 4L, "no", 4, "name", "d"));
        Awaitility.await()
            .until(
                () ->
                    poll(task, values).contains("4")
                        && log.lines().stream().anyMatch(line -> line.contains("TABLE_REPLACED")));
        assertThat(values).containsExactlyInAnyOrder("1", "2", "4");
      } finally {
        task.stop();
      }
    }
  }

  private void managed(String directory) {
    ManagedTable table =
        ManagedTable.create(
            server,
            "main.sales.orders",
            TableStore.local(dir.resolve(directory)),
            TestTable.at(dir.resolve(directory + "-workshop")).schema("id long").changeDataFeed());
    table.table().insert(row("id", directory.equals("orders") ? 1L : 3L));
    table.commit();
  }

  private static List<String> poll(DeltaSourceTask task, List<String> keys)
      throws InterruptedException {
    List<SourceRecord> polled = task.poll();
    if (polled != null) {
      for (SourceRecord record : polled) {
        task.commitRecord(record, METADATA);
        if (record.topic().startsWith("lake.")) {
          keys.add(String.valueOf(record.key()));
        }
      }
    }
    return keys;
  }

  @Test
  void theLogNamesEachSkippedTableAndSchemaOnceAndNeverTheToken() throws Exception {
    table("main.sales.orders");
    table("main.sales.view").format("CSV");
    table("main.sales.denied").deny(CatalogTable.Denial.SELECT);
    server.faults().on(CatalogAction.LIST_TABLES).table("main.hr").status(403);
    Discovery found = discovery();
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    try (TableDiscovery discovery =
            new TableDiscovery(
                config, config.discovery().orElseThrow(), found, storage, () -> {}, () -> 0);
        CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      discovery.lookOnce();
      discovery.lookOnce();

      assertThat(log.warnings())
          .satisfiesExactlyInAnyOrder(
              line ->
                  assertThat(line)
                      .contains("main.hr in Unity Catalog is skipped, and looked at again later")
                      .contains("USE SCHEMA on main.hr"),
              line -> assertThat(line).contains("main.sales.denied in Unity Catalog is skipped"));
      assertThat(log.lines())
          .anyMatch(
              line -> line.contains("1 tables are in main.sales, main.hr: [main.sales.orders]"))
          .anyMatch(line -> line.contains("main.sales.view in Unity Catalog is skipped"))
          .noneMatch(line -> line.contains(CatalogTokens.TOKEN));
      server.pause();
      discovery.lookOnce();
      assertThat(log.lines())
          .last()
          .asString()
          .contains("The tables in main.sales, main.hr have not been known for", "[STORAGE]");
      assertThat(discovery.taskConfigs(1).get(0)).containsEntry("task.tables", "main_sales_orders");
      server.resume();
    }
  }

  private List<String> errors() {
    List<String> errors = new ArrayList<>();
    new DeltaSourceConnector()
        .validate(options)
        .configValues()
        .forEach(value -> value.errorMessages().forEach(e -> errors.add(value.name() + ": " + e)));
    return errors;
  }

  @Test
  void aConfigurationIsRefusedForASchemaThatDoesNotExistAndForNoTableAtAll() {
    table("main.sales.orders");
    discovery();
    server.tables().dropSchema("main.hr");
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("discovery.unity.schemas: [NOT_A_TABLE] Schema main.hr")
        .contains("no schema with this name", "Correct 'discovery.unity.schemas'");
    options.put("table.missing", "wait");
    assertThat(errors()).isEmpty();
    options.remove("table.missing");
    options.put("discovery.unity.schemas", "main.sales");
    assertThat(errors()).isEmpty();

    server.tables().get("main.sales.orders").format("CSV");
    assertThat(errors())
        .singleElement()
        .asString()
        .contains(
            "No table in main.sales can be published", "main.sales.orders: Its format is CSV");
  }

  /** Only what is certain refuses a configuration. */
  @Test
  void aConfigurationIsAcceptedWhileTheCatalogDeniesFailsOrIsSlow() {
    table("main.sales.orders");
    discovery("discovery.unity.schemas", "main.sales");
    for (int status : new int[] {401, 403, 500}) {
      server.faults().clear();
      server.faults().on(CatalogAction.LIST_TABLES).status(status);
      assertThat(errors()).isEmpty();
    }
    server.faults().clear();
    server.faults().on(CatalogAction.LIST_TABLES).delay(Duration.ofSeconds(20));
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    try (CapturedLog log = new CapturedLog(DiscoveryChecks.class)) {
      DiscoveryChecks.check(validation, Duration.ofMillis(200));
      assertThat(log.warnings()).singleElement().asString().contains("not listed within 200 ms");
    }
    assertThat(validation.errors()).isEmpty();
  }
}
