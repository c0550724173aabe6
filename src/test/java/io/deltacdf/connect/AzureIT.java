package io.deltacdf.connect;

import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.stores.AzuriteServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables in Azure Blob Storage, read by the shipped plugin. */
@Timeout(600)
class AzureIT {
  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void aTableIsMirroredAcrossAnOutage() {
    try (AzuriteServer azurite =
        AzuriteServer.start(ProjectDirectory.newWorkDirectory("azurite"))) {
      new StoreScenario(azurite, connectors, "on-azure", dir).run();
    }
  }
}
