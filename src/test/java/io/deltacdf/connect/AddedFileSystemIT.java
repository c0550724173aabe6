package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;

import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.PluginJar;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.stores.AddedFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Users can add a jar with a Hadoop file system, and one with a {@code core-site.xml}, to the
 * plugin's directory.
 */
@Timeout(300)
class AddedFileSystemIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path dir;

  @Test
  void fileSystemsAndSiteOptionsAreFoundInJarsOfThePlugin() throws IOException {
    TestTable table =
        TestTable.at(dir).schema("id long, n int").changeDataFeed().deletionVectors().create();
    table.insert(row("id", 1, "n", 1), row("id", 2, "n", 2));
    ConnectorConfig config =
        ConnectorConfig.named("added").table("orders", "added:" + table.path(), "id");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    Path work = ProjectDirectory.newWorkDirectory("added-worker");
    try (ConnectWorker worker =
        ConnectWorker.builder(SharedCluster.broker(), work)
            .ownPlugin(pluginWithMore(work.resolve("plugin-with-more")))
            .start()) {
      new Connectors(worker).create(config);
      Mirror.await(topic, table, TIMEOUT, "id");
      table.delete(row -> row.get("id").equals(1L));
      Mirror.await(topic, table, TIMEOUT, "id");
    }
  }

  private static Path pluginWithMore(Path directory) throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib"));
    try (Stream<Path> jars = Files.list(PluginArchive.unpacked().resolve("lib"))) {
      for (Path jar : jars.toList()) {
        Files.createLink(lib.resolve(jar.getFileName()), jar);
      }
    }
    PluginJar.write(
        lib.resolve("added-file-system.jar"),
        "org.apache.hadoop.fs.FileSystem",
        AddedFileSystem.class.getName(),
        List.of(AddedFileSystem.class));
    PluginJar.writeFile(
        lib.resolve("site.jar"),
        "core-site.xml",
        "<configuration><property><name>"
            + AddedFileSystem.SITE_OPTION
            + "</name><value>here</value></property></configuration>");
    return directory;
  }
}
