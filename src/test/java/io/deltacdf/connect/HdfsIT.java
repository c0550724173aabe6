package io.deltacdf.connect;

import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.stores.HdfsServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables in HDFS, read by the shipped plugin. */
@Timeout(600)
class HdfsIT {
  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void aTableIsMirroredAcrossAnOutage() {
    try (HdfsServer hdfs = HdfsServer.start(ProjectDirectory.newWorkDirectory("hdfs"))) {
      new StoreScenario(hdfs, connectors, "on-hdfs", dir).run();
    }
  }
}
