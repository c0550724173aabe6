package io.deltacdf.connect.discovery;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.DeltaSourceTask;
import io.deltacdf.connect.TaskContexts;
import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TableFailurePolicy;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.storage.Directories;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.FaultyFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import io.deltacdf.connect.validation.DiscoveredTableChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Connect is told of the tables, and when. */
class TableDiscoveryTest {
  /** The class that warns of a table that is awaited. */
  private static final String AWAITING = "io.deltacdf.connect.source.InitialPosition";

  @TempDir private Path root;
  private final AtomicLong nanos = new AtomicLong();
  private final Map<String, String> options =
      new HashMap<>(Map.of("topic.prefix", "lake", "discovery.keys", ".*:id"));
  private int requests;
  private TableDiscovery discovery;

  @AfterEach
  void close() {
    FaultyFileSystem.restart(call -> false);
    if (discovery != null) {
      discovery.close();
    }
  }

  private TestTable table(String name) {
    TestTable table = TestTable.at(root.resolve(name)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  private TableDiscovery discovery() {
    options.put("discovery.root", root.toString());
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    Storage storage = Storage.open(config.hadoop());
    discovery =
        new TableDiscovery(
            config,
            config.discovery().orElseThrow(),
            Discovery.of(
                config.discovery().orElseThrow(),
                DeltaSourceConfig.validate(options),
                storage,
                Duration.ofMinutes(1),
                StoredTables.NONE),
            storage,
            () -> requests++,
            nanos::get);
    return discovery;
  }

  private static List<String> tables(List<Map<String, String>> taskConfigs) {
    return taskConfigs.stream().map(config -> config.get("task.tables")).toList();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** The options of the connector that concern tables and their store. */
  @Test
  void aTaskAwaitsADiscoveredTableThatIsMissingAndLimitsItsRequests() throws Exception {
    TestTable orders = table("orders");
    options.put("table.missing", "wait");
    options.put("store.requests.per.second", "500");
    options.put("poll.interval.ms", "50");
    options.put("start.version", "1");
    discovery().lookOnce();
    Map<String, String> props = discovery.taskConfigs(1).get(0);
    assertThat(new DeltaSourceConfig(props).storeRequestsPerSecond()).hasValue(500);
    Path away = Files.move(orders.directory(), root.resolveSibling(root.getFileName() + "-away"));

    DeltaSourceTask task = new DeltaSourceTask();
    List<SourceRecord> records = new ArrayList<>();
    try (CapturedLog log = new CapturedLog(Class.forName(AWAITING))) {
      task.initialize(TaskContexts.of(Map.of(), () -> {}));
      task.start(props);
      Awaitility.await().until(() -> poll(task, records) && !log.warnings().isEmpty());
      assertThat(log.warnings()).singleElement().asString().contains("'orders'", "is awaited");
      assertThat(records).isEmpty();
      Files.move(away, orders.directory());
      Awaitility.await().until(() -> poll(task, records) && !records.isEmpty());
    } finally {
      task.stop();
    }
  }

  private static boolean poll(DeltaSourceTask task, List<SourceRecord> records)
      throws InterruptedException {
    List<SourceRecord> polled = task.poll();
    if (polled != null) {
      polled.stream().filter(it -> it.topic().equals("lake.orders")).forEach(records::add);
    }
    return true;
  }

  @Test
  void tasksGetDiscoveredTablesAsIfTheyWereListed() throws Exception {
    table("orders");
    table("lines");
    options.put("tables", "mine");
    options.put("tables.mine.path", "/data/mine");
    options.put("tables.mine.key", "a,b");
    options.put("tables.lines.topic", "special");
    discovery().lookOnce();

    List<Map<String, String>> configs = discovery.taskConfigs(3);

    assertThat(tables(configs)).containsExactlyInAnyOrder("mine", "orders", "lines");
    List<TableConfig> started = new ArrayList<>();
    for (Map<String, String> config : configs) {
      // Connect restores a variable that the connector's own option has.
      config.put("tables", "mine");
      DeltaSourceConfig task = new DeltaSourceConfig(config);
      assertThat(task.flow().tableFailurePolicy()).isEqualTo(TableFailurePolicy.ISOLATE);
      started.addAll(task.tables());
    }
    assertThat(started)
        .extracting(it -> it.name() + " " + it.key() + " " + it.topic())
        .containsExactlyInAnyOrder(
            "mine [a, b] lake.mine", "orders [id] lake.orders", "lines [id] special");
  }

  @Test
  void theUsersFailurePolicyStays() throws Exception {
    table("orders");
    options.put("table.failure.policy", "fail");
    discovery().lookOnce();

    assertThat(discovery.taskConfigs(1).get(0)).containsEntry("table.failure.policy", "fail");
  }

  @Test
  void connectIsAskedOnlyIfTheTablesChangedAndAtMostOnceInFiveMinutes() throws Exception {
    table("t1");
    discovery().lookOnce();
    assertThat(requests).as("Connect has not asked for tables yet").isZero();
    discovery.taskConfigs(1);
    discovery.lookOnce();
    assertThat(requests).as("nothing changed").isZero();

    table("t2");
    discovery.lookOnce();
    assertThat(requests).isEqualTo(1);
    assertThat(tables(discovery.taskConfigs(1))).containsExactly("t1,t2");

    pass(Duration.ofMinutes(1));
    table("t3");
    discovery.lookOnce();
    pass(Duration.ofMinutes(3));
    table("t4");
    discovery.lookOnce();
    assertThat(requests).as("four minutes after the last request").isEqualTo(1);
    pass(Duration.ofMinutes(1));
    discovery.lookOnce();
    assertThat(requests).isEqualTo(2);
    assertThat(tables(discovery.taskConfigs(1))).containsExactly("t1,t2,t3,t4");
    pass(Duration.ofMinutes(10));
    discovery.lookOnce();
    assertThat(requests).isEqualTo(2);
  }

  @Test
  void aRequestThatConnectIgnoredIsRepeated() throws Exception {
    table("t1");
    discovery().lookOnce();
    discovery.taskConfigs(1);
    table("t2");
    discovery.lookOnce();
    pass(Duration.ofMinutes(5));
    discovery.lookOnce();

    assertThat(requests).isEqualTo(2);
  }

  @Test
  void anOutageKeepsTheTablesAndIsLoggedOncePerHour() throws Exception {
    options.put("hadoop.fs.file.impl", FaultyFileSystem.class.getName());
    table("orders");
    discovery().lookOnce();
    discovery.taskConfigs(1);

    try (CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      FaultyFileSystem.restart(call -> true);
      discovery.lookOnce();
      discovery.lookOnce();
      pass(Duration.ofMinutes(61));
      discovery.lookOnce();
      assertThat(log.lines()).hasSize(2);
      assertThat(log.lines().get(1))
          .contains("have not been known for 3660 s", "[STORAGE]", "1 tables of the last look");
    }
    assertThat(requests).isZero();
    assertThat(tables(discovery.taskConfigs(1))).containsExactly("orders");
  }

  @Test
  void anOutageAtTheStartKeepsTheTasksThatRan() throws Exception {
    options.put("hadoop.fs.file.impl", FaultyFileSystem.class.getName());
    table("orders");
    discovery();
    FaultyFileSystem.restart(call -> true);
    discovery.lookOnce();

    // An empty list would end the tasks.
    assertThatThrownBy(() -> discovery.taskConfigs(1))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("not known yet", "[STORAGE]", "keep their tables");

    FaultyFileSystem.restart(call -> false);
    discovery.lookOnce();
    assertThat(requests).isEqualTo(1);
    assertThat(tables(discovery.taskConfigs(1))).containsExactly("orders");
    discovery.lookOnce();
    assertThat(requests).isEqualTo(1);
  }

  @Test
  void aSkippedTableIsReportedOnceAndSoIsAGoneTable() throws Exception {
    table("orders");
    table("lines");
    TestTable.at(root.resolve("no_key")).schema("number long").changeDataFeed().create();
    discovery();

    try (CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      discovery.lookOnce();
      discovery.lookOnce();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("no_key below ", "is skipped", "[KEY_INVALID]");
    }
    discovery.taskConfigs(1);
    Files.move(root.resolve("orders"), root.resolve("_orders"));
    try (CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      discovery.lookOnce();
      discovery.lookOnce();
      discovery.lookOnce();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("orders below ", "is gone", "offset stays");
    }
    assertThat(requests).isEqualTo(1);
    assertThat(tables(discovery.taskConfigs(1))).containsExactly("lines");
  }

  /** Connect stores the configuration of a task as one record. */
  @Test
  void tablesThatConnectCannotStoreAreLeftOutAndReported() throws Exception {
    options.put("discovery.root", root.toString());
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    Storage storage = Storage.open(config.hadoop());
    Map<String, FoundTable> tables = new TreeMap<>();
    for (int i = 0; i < 1_500; i++) {
      String path = "x".repeat(200) + String.format("%04d", i);
      tables.put(path, FoundTable.at("/lake/" + path));
    }
    FoundTables found =
        new FoundTables("below /lake", "/", tables, 0, List.of(), Map.of(), Map.of());
    discovery =
        new TableDiscovery(
            config,
            config.discovery().orElseThrow(),
            new Discovery(
                known -> found,
                new Selection(
                    config.discovery().orElseThrow(), validation, new Directories(storage)),
                validation,
                new DiscoveredTableChecks(storage, Duration.ofMinutes(1)),
                names ->
                    names.stream()
                        .collect(Collectors.toMap(name -> name, name -> Optional.empty()))),
            storage,
            () -> requests++,
            nanos::get);
    discovery.lookOnce();

    try (CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      List<Map<String, String>> one = discovery.taskConfigs(1);
      assertThat(one).allMatch(DeltaSourceConfig::isStorable);
      assertThat(one.get(0).get("task.tables").split(",")).hasSizeBetween(500, 1_400);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("of the 1500 tables below", "are not published", "Increase tasks.max");
    }
    assertThat(String.join(",", tables(discovery.taskConfigs(4))).split(",")).hasSize(1_500);
    discovery.lookOnce();
    assertThat(requests).as("the tables did not change").isZero();
  }
}
