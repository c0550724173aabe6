package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.AllLogLines;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.tables.TestTable;
import io.deltacdf.connect.validation.TableChecks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task that publishes a catalog-managed table by its name. */
@Timeout(60)
class CatalogTaskTest {
  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  @TempDir Path dir;
  private final Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
  private CatalogServer server;
  private DeltaSourceTask task = new DeltaSourceTask();

  @BeforeEach
  void startServer() {
    server = CatalogServer.start();
  }

  @AfterEach
  void stop() {
    task.stop();
    server.close();
  }

  @Test
  void publishesASnapshotAndThenCommitsThatAreNotPublished() throws Exception {
    ManagedTable orders = managed("lake", "main.sales.orders");
    orders.table().insert(row("id", 1L));
    orders.commit();
    start(Map.of());
    assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(1L);

    orders.table().insert(row("id", 2L));
    orders.commit();
    assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(2L);

    restart();
    orders.publish();
    orders.deleteStagedFiles();
    orders.table().insert(row("id", 3L));
    orders.commit();
    assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(3L);
    assertThat(stored.get("orders"))
        .containsEntry("catalog_table_id", orders.entry().id().toString());
    assertThat(stored.toString()).doesNotContain(CatalogTokens.TOKEN);
  }

  @Test
  void aTableThatIsCreatedAgainStopsOrGetsASnapshot() throws Exception {
    ManagedTable orders = managed("lake", "main.sales.orders");
    orders.table().insert(row("id", 1L));
    orders.commit();
    start(Map.of());
    poll(1);
    server.tables().drop("main.sales.orders");
    ManagedTable other = managed("lake2", "main.sales.orders");
    other.table().insert(row("id", 7L));
    other.commit();

    DeltaCdfException replaced = catchThrowableOfType(DeltaCdfException.class, () -> poll(1));
    assertThat(replaced.code()).isEqualTo(ErrorCode.TABLE_REPLACED);

    task.stop();
    task = new DeltaSourceTask();
    start(Map.of("table.replaced", "snapshot"));
    assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(7L);
    assertThat(stored.get("orders"))
        .containsEntry("catalog_table_id", other.entry().id().toString());
  }

  @Test
  void anOutageOfTheCatalogIsRetried() throws Exception {
    ManagedTable orders = managed("lake", "main.sales.orders");
    orders.table().insert(row("id", 1L));
    orders.commit();
    try (AllLogLines log = new AllLogLines()) {
      start(Map.of("read.retry.delay.max.ms", "100"));
      poll(1);
      server.pause();
      orders.table().insert(row("id", 2L));
      orders.commit();
      Awaitility.await().until(() -> log.lines().toString().contains("[STORAGE]"));
      server.resume();
      assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(2L);
      server.faults().on(CatalogAction.LOAD_TABLE).times(1).retryAfter(1).status(429);
      orders.table().insert(row("id", 3L));
      orders.commit();
      assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(3L);
      assertThat(log.lines().toString()).contains("429").doesNotContain(CatalogTokens.TOKEN);
    }
  }

  @Test
  void aTableThatIsDroppedWhileItIsReadIsLookedForUnderItsName() throws Exception {
    ManagedTable orders = managed("lake", "main.sales.orders");
    orders.table().insert(row("id", 1L));
    orders.commit();
    try (AllLogLines log = new AllLogLines()) {
      start(Map.of("read.retry.delay.max.ms", "100"));
      poll(1);
      server.tables().rename("main.sales.orders", "main.sales.renamed");
      Awaitility.await().until(() -> log.lines().toString().contains("[NOT_A_TABLE]"));
      server.tables().rename("main.sales.renamed", "main.sales.orders");
      orders.table().insert(row("id", 2L));
      orders.commit();
      assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(2L);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("[NOT_A_TABLE]"))
          .isNotEmpty()
          .allSatisfy(
              line ->
                  assertThat(line)
                      .contains("'orders' (uc://main.sales.orders) was read before", server.uri())
                      .contains("SELECT", "UNDROP TABLE", "renamed")
                      .doesNotContain("at the path"));
    }
  }

  @Test
  void theValidationSaysWhatIsCertain() {
    Map<String, String> options = options(Map.of());
    assertThat(check(options)).singleElement().asString().contains("NOT_A_TABLE", "main.sales");
    managed("lake", "main.sales.orders");
    assertThat(check(options)).isEmpty();
    // It may be an outage, so the configuration is accepted.
    server.faults().on().status(503);
    assertThat(check(options)).isEmpty();
  }

  private static List<String> check(Map<String, String> options) {
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    new TableChecks().check(validation);
    return validation.errors();
  }

  private ManagedTable managed(String directory, String name) {
    return ManagedTable.create(
        server,
        name,
        TableStore.local(dir.resolve(directory)),
        TestTable.at(dir.resolve("workshop-of-" + directory)).schema("id long"));
  }

  private Map<String, String> options(Map<String, String> more) {
    Map<String, String> props = new HashMap<>(server.options());
    props.put("topic.prefix", "delta");
    props.put("tables", "orders");
    props.put("tables.orders.path", "uc://main.sales.orders");
    props.put("key", "id");
    props.put("poll.interval.ms", "100");
    props.putAll(more);
    return props;
  }

  private void start(Map<String, String> more) {
    task.initialize(TaskContexts.of(stored, () -> {}, null));
    task.start(options(more));
  }

  private void restart() {
    task.stop();
    task = new DeltaSourceTask();
    start(Map.of());
  }

  /** Returns records of tables; acknowledges all and stores their offsets as Connect does. */
  private List<SourceRecord> poll(int count) throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    while (all.size() < count) {
      List<SourceRecord> records = task.poll();
      for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
        acknowledge(record);
        if (!record.topic().startsWith("__delta-heartbeat.")) {
          all.add(record);
        }
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private void acknowledge(SourceRecord record) {
    task.commitRecord(record, METADATA);
    stored.put(
        (String) record.sourcePartition().get("table"),
        (Map<String, Object>) record.sourceOffset());
    task.commit();
  }
}
