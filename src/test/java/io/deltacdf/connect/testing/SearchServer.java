package io.deltacdf.connect.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An OpenSearch node in its own process. Its data survives {@link #kill()} and a {@link #restart()}
 * at the same address.
 */
public final class SearchServer implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private final String url;
  private final SearchClient client;
  private final ChildProcess.Builder program;
  private ChildProcess process;

  private SearchServer(String url, ChildProcess.Builder program) {
    this.url = url;
    this.client = new SearchClient(url);
    this.program = program;
    restart();
  }

  /**
   * Starts a node and waits until it answers.
   *
   * @param directory for its data and its {@code search.log}
   */
  public static SearchServer start(Path directory) {
    int port = FreePorts.find(1)[0];
    List<Path> classPath = new ArrayList<>();
    classPath.add(Runtimes.target("search").resolve("classes"));
    classPath.addAll(Runtimes.classPath("search"));
    return new SearchServer(
        "http://127.0.0.1:" + port,
        ChildProcess.java(
                "Search node",
                classPath,
                "io.deltacdf.runtime.search.SearchNode",
                directory.resolve("search.log"))
            .heap("384m")
            .shortLived()
            .args(directory.toString(), Integer.toString(port)));
  }

  /** The address of the REST API. */
  public String url() {
    return url;
  }

  /** Starts the node again after {@link #kill()}, and waits until it answers. */
  public void restart() {
    process = program.start();
    process.awaitReady(START_TIMEOUT, client::isReady);
  }

  /** SIGKILL. */
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  /** Returns a client for its indexes. */
  public SearchClient client() {
    return client;
  }
}
