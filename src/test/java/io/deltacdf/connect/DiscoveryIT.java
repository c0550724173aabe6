package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Discovered tables on a real worker. */
@Timeout(300)
class DiscoveryIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path root;

  private TestTable table(String name) {
    TestTable table = TestTable.at(root.resolve(name)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  private static List<String> lines(ConnectorConfig config, String table, int count) {
    return SharedCluster.broker().topic(config.topic(table)).await(count, TIMEOUT).stream()
        .map(Connectors::line)
        .toList();
  }

  /** The first change of the tables is reconfigured at once; only later ones would wait. */
  @Test
  void aTableThatIsCreatedWhileTheConnectorRunsIsFollowedAndABadNeighbourIsSkipped()
      throws Exception {
    TestTable orders = table("orders");
    TestTable bad = table("bad");
    Files.writeString(
        bad.directory().resolve("_delta_log/00000000000000000000.json"), "{\"metaData\":");
    ConnectorConfig config =
        ConnectorConfig.named("lake")
            .set("tasks.max", "2")
            .set("discovery.root", root.toString())
            .set("discovery.keys", ".*:id")
            .set("discovery.interval.ms", "200");
    connectors.create(config);
    assertThat(lines(config, "orders", 1)).containsExactly("1 read 1");
    assertThat(connectors.worker().process().hasLogged("bad below")).isTrue();

    TestTable lines = table("lines");
    assertThat(lines(config, "lines", 1)).containsExactly("1 read 1");
    assertThat(connectors.rest().get("/connectors/lake/tasks"))
        .extracting(task -> task.at("/config/task.tables").asText())
        .containsExactlyInAnyOrder("orders", "lines");
    orders.insert(row("id", 2));
    lines.insert(row("id", 2));
    assertThat(lines(config, "orders", 2)).containsExactly("1 read 1", "2 insert 2");
    assertThat(lines(config, "lines", 2)).containsExactly("1 read 1", "2 insert 2");

    connectors.awaitVersion("lake", "orders", 2);
    connectors.awaitVersion("lake", "lines", 2);
    connectors.delete("lake");
    orders.insert(row("id", 3));
    connectors.create(config);
    assertThat(lines(config, "orders", 3)).containsExactly("1 read 1", "2 insert 2", "3 insert 3");
    lines.insert(row("id", 3));
    assertThat(lines(config, "lines", 3)).containsExactly("1 read 1", "2 insert 2", "3 insert 3");
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> connectors.rest().get("/connectors/lake/tasks").size() == 2);
  }
}
