package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectVersion;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same archive does its work on the oldest and on the newest Connect. */
@Timeout(300)
class ConnectVersionsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path dir;

  @ParameterizedTest
  @EnumSource
  void aTableIsMirroredAcrossARestart(ConnectVersion version) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    ConnectorConfig config =
        ConnectorConfig.named("on-" + version).table("orders", table.path(), "id");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("worker-" + version))
            .version(version)
            .start()) {
      Connectors connectors = new Connectors(worker);
      assertThat(PluginArchive.unpacked().toString()).endsWith("-" + pluginVersion(connectors));

      connectors.create(config);
      Mirror.await(topic, table, TIMEOUT, "id");
      table.update(row -> row.get("id").equals(1L), set("name", "A"));
      table.delete(row -> row.get("id").equals(2L));
      Mirror.await(topic, table, TIMEOUT, "id");
      worker.stop();
      table.addColumns("city string");
      table.insert(row("id", 4, "name", "d", "city", "Ulm"));
      worker.restart();
      Mirror.await(topic, table, TIMEOUT, "id");

      assertThat(topic.strings().stream().map(Connectors::line))
          .containsExactly(
              "1 read 1",
              "1 read 2",
              "1 read 3",
              "2 update_postimage 1",
              "3 delete 2",
              "5 insert 4");
    }
  }

  private static String pluginVersion(Connectors connectors) {
    for (JsonNode plugin : connectors.rest().plugins()) {
      if (plugin.get("class").asText().equals(ConnectorConfig.CONNECTOR_CLASS)) {
        return plugin.get("version").asText();
      }
    }
    return null;
  }
}
