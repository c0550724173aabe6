package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.tables.TestTable;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.source.SourceConnectorContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life cycle of a connector that discovers its tables. */
class DiscoveringConnectorTest {
  @TempDir private Path root;
  private final Map<String, Map<String, Object>> offsets = new HashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final DeltaSourceConnector connector = new DeltaSourceConnector();

  @BeforeEach
  void initialize() {
    OffsetStorageReader reader = TaskContexts.of(offsets, () -> {}).offsetStorageReader();
    connector.initialize(
        (SourceConnectorContext)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SourceConnectorContext.class},
                (proxy, method, args) ->
                    method.getName().equals("offsetStorageReader")
                        ? reader
                        : requests.incrementAndGet()));
  }

  @AfterEach
  void stop() {
    connector.stop();
  }

  private TestTable table(String name) {
    TestTable table = TestTable.at(root.resolve(name)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  private Map<String, String> options() {
    return Map.of(
        "topic.prefix",
        "lake",
        "discovery.root",
        root.toString(),
        "discovery.interval.ms",
        "20",
        "key",
        "id");
  }

  private List<String> tables() {
    return connector.taskConfigs(1).stream().map(config -> config.get("task.tables")).toList();
  }

  @Test
  void startsWithTheTablesAndAsksConnectWhenThereAreMore() {
    table("orders");
    connector.start(options());
    assertThat(tables()).containsExactly("orders");

    table("lines");
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> requests.get() == 1);
    assertThat(tables()).containsExactly("orders,lines");
  }

  /** Connect stops a connector to pause it, and starts the same instance again. */
  @Test
  void hasTheSameTablesAfterARestartEvenIfOneFailsThen() throws Exception {
    TestTable orders = table("orders");
    table("lines");
    connector.start(options());
    assertThat(tables()).containsExactly("lines,orders");
    connector.stop();
    offsets.put("orders", Map.of("version", 1L));
    Files.writeString(
        orders.directory().resolve("_delta_log/00000000000000000000.json"), "{\"metaData\":");

    connector.start(options());

    assertThat(tables()).containsExactly("orders,lines");
  }

  @Test
  void acceptsOffsetsOfTablesThatItMayDiscover() {
    Map<Map<String, ?>, Map<String, ?>> altered = new HashMap<>();
    altered.put(Map.of("table", "anything"), Map.of("version", 41));

    assertThat(connector.alterOffsets(options(), altered)).isTrue();
  }
}
