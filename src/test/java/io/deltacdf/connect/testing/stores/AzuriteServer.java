package io.deltacdf.connect.testing.stores;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.Runtimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * An Azure blob store (Azurite) in a separate process, with one container. Its address and data are
 * kept when it is stopped ({@link #stop()}) and restarted ({@link #restart()}).
 */
public final class AzuriteServer implements StoreServer {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final String ACCOUNT = "devstoreaccount1.dfs.core.windows.net";

  /**
   * The documented default key of Azurite. It is the same in every installation and not a secret.
   */
  private static final String WELL_KNOWN_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private final Path directory;
  private final int port = FreePorts.find(1)[0];
  private ChildProcess process;

  private AzuriteServer(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /**
   * Starts a new store and waits until it responds.
   *
   * @param directory the directory for its data and its {@code azurite.log}
   */
  public static AzuriteServer start(Path directory) {
    AzuriteServer server = new AzuriteServer(directory);
    server.restart();
    server.createContainer();
    return server;
  }

  private void createContainer() {
    Configuration conf = new Configuration();
    options().forEach(conf::set);
    conf.setBoolean("fs.azure.createRemoteFileSystemDuringInitialization", true);
    try (FileSystem created = FileSystem.newInstance(root(), conf)) {
      created.getFileStatus(new org.apache.hadoop.fs.Path(root()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create the container of " + root(), e);
    }
  }

  @Override
  public URI root() {
    return URI.create("abfs://lake@" + ACCOUNT + "/");
  }

  /** Returns options for a local address without hierarchical namespaces and HTTPS. */
  @Override
  public Map<String, String> options() {
    return Map.of(
        "fs.azure.account.key." + ACCOUNT,
        WELL_KNOWN_KEY,
        "fs.azure.abfs.endpoint",
        "127.0.0.1:" + port,
        "fs.azure.always.use.https",
        "false",
        "fs.azure.account.hns.enabled",
        "false",
        "fs.azure.fns.account.service.type",
        "BLOB",
        // With only one retry, the client detects an outage soon.
        "fs.azure.io.retry.max.retries",
        "1");
  }

  /** Sends SIGTERM, because Azurite writes some of its data only when it exits. */
  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public void restart() {
    Path program = Runtimes.target("azurite").resolve("node_modules/azurite/dist/src/blob/main.js");
    process =
        ChildProcess.start(
            "Azurite",
            List.of(
                "node",
                program.toString(),
                "--disableTelemetry",
                "--silent",
                "--blobHost",
                "127.0.0.1",
                "--blobPort",
                Integer.toString(port),
                "--location",
                directory.resolve("data").toString()),
            directory.resolve("azurite.log"));
    process.awaitReady(START_TIMEOUT, () -> FreePorts.isListening(port));
  }

  @Override
  public void close() {
    process.close();
  }
}
