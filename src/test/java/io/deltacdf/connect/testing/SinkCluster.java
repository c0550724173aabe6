package io.deltacdf.connect.testing;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A broker, a worker with our plugin and the tests' sinks, a search node and a Redis server. All of
 * them can be killed and restarted.
 */
public final class SinkCluster implements AutoCloseable {
  private final KafkaBroker broker;
  private final ConnectWorker worker;
  private final SearchServer search;
  private final RedisServer redis;

  /**
   * Starts everything.
   *
   * @param plugins the directory to write the sinks' plugin to
   */
  public SinkCluster(Path plugins) {
    redis = RedisServer.start(ProjectDirectory.newWorkDirectory("sinks-redis"));
    CompletableFuture<SearchServer> node =
        CompletableFuture.supplyAsync(
            () -> SearchServer.start(ProjectDirectory.newWorkDirectory("sinks-search")));
    broker = KafkaBroker.builder(ProjectDirectory.newWorkDirectory("sinks-broker")).start();
    worker =
        ConnectWorker.builder(broker, ProjectDirectory.newWorkDirectory("sinks-worker"))
            .plugin(SinkPlugin.write(plugins.resolve("sinks")))
            // As in config/connect-distributed.properties: the sinks have no service manifests.
            .property("plugin.discovery", "hybrid_warn")
            .heap("384m")
            .start();
    search = node.join();
  }

  public KafkaBroker broker() {
    return broker;
  }

  public ConnectWorker worker() {
    return worker;
  }

  public SearchServer search() {
    return search;
  }

  public RedisServer redis() {
    return redis;
  }

  /** Kills all processes with SIGKILL, the worker first. */
  public void kill() {
    worker.kill();
    search.kill();
    redis.kill();
    broker.kill();
  }

  /** Starts everything again, with its data. */
  public void restart() {
    redis.restart();
    CompletableFuture<Void> node = CompletableFuture.runAsync(search::restart);
    broker.restart();
    worker.restart();
    node.join();
  }

  @Override
  public void close() {
    worker.close();
    search.close();
    redis.close();
    broker.close();
  }
}
