package io.deltacdf.connect.testing.stores;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.Runtimes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * An HDFS with one name node and one data node in a separate process. Its address and data are kept
 * when it is stopped ({@link #stop()}) and restarted ({@link #restart()}).
 */
public final class HdfsServer implements StoreServer {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final String MAIN_CLASS = "io.deltacdf.runtime.hdfs.HdfsMain";

  private static final String FAILOVER =
      "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider";

  private final Path directory;
  private final int port;
  private final int deadPort;
  private ChildProcess process;

  private HdfsServer(Path directory) {
    this.directory = directory.toAbsolutePath();
    int[] ports = FreePorts.find(2);
    port = ports[0];
    deadPort = ports[1];
  }

  /**
   * Starts a new file system and waits until files can be written.
   *
   * @param directory the directory for its data and its {@code hdfs.log}
   */
  public static HdfsServer start(Path directory) {
    HdfsServer server = new HdfsServer(directory);
    server.launch("format");
    return server;
  }

  /** Returns a URI whose authority is a name service, as in a highly available cluster. */
  @Override
  public URI root() {
    return URI.create("hdfs://lake/");
  }

  /**
   * Returns options for a name service with two name nodes, the first of which is down. With them,
   * clients detect an outage soon.
   */
  @Override
  public Map<String, String> options() {
    return Map.of(
        "dfs.nameservices", "lake",
        "dfs.ha.namenodes.lake", "nn1,nn2",
        "dfs.namenode.rpc-address.lake.nn1", "127.0.0.1:" + deadPort,
        "dfs.namenode.rpc-address.lake.nn2", "127.0.0.1:" + port,
        "dfs.client.failover.proxy.provider.lake", FAILOVER,
        "dfs.client.failover.max.attempts", "2",
        "dfs.client.use.datanode.hostname", "true",
        "ipc.client.connect.max.retries", "0");
  }

  /** Sends SIGKILL. */
  @Override
  public void stop() {
    process.kill();
  }

  @Override
  public void restart() {
    launch();
  }

  private void launch(String... format) {
    List<Path> classPath = new ArrayList<>();
    classPath.add(Runtimes.target("hdfs").resolve("classes"));
    classPath.addAll(Runtimes.classPath("hdfs"));
    process =
        ChildProcess.java("HDFS", classPath, MAIN_CLASS, directory.resolve("hdfs.log"))
            .heap("256m")
            .shortLived()
            .args(directory.resolve("data").toString(), Integer.toString(port))
            .args(format)
            .start();
    process.awaitReady(START_TIMEOUT, this::isWritable);
  }

  private boolean isWritable() throws IOException {
    try (DistributedFileSystem hdfs = (DistributedFileSystem) connect()) {
      return hdfs.getDataNodeStats().length == 1 && !hdfs.isInSafeMode();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
