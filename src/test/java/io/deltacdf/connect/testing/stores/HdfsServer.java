package io.deltacdf.connect.testing.stores;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.Runtimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * An HDFS of one name node and one data node in a process of its own. Address and data outlive
 * {@link #stop()} for a {@link #restart()}.
 */
public final class HdfsServer implements StoreServer {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final String MAIN_CLASS = "io.deltacdf.runtime.hdfs.HdfsMain";

  private final Path directory;
  private final int port = FreePorts.find(1)[0];
  private ChildProcess process;

  private HdfsServer(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /**
   * Starts a new file system and waits until files can be written.
   *
   * @param directory for its data and its {@code hdfs.log}
   */
  public static HdfsServer start(Path directory) {
    HdfsServer server = new HdfsServer(directory);
    server.launch("format");
    return server;
  }

  @Override
  public URI root() {
    return URI.create("hdfs://127.0.0.1:" + port + "/");
  }

  /** An outage is soon noticed. */
  @Override
  public Map<String, String> options() {
    return Map.of("ipc.client.connect.max.retries", "1", "ipc.client.connect.retry.interval", "200");
  }

  /** SIGKILL. */
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
            .jvmArgs("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
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
