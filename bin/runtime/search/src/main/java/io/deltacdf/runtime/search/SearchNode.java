package io.deltacdf.runtime.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.Node;
import org.opensearch.node.NodeValidationException;
import org.opensearch.transport.Netty4Plugin;

/**
 * An OpenSearch cluster of one node, without security, by default on the loopback interface only.
 * It runs until SIGTERM.
 */
public final class SearchNode extends Node {
  private SearchNode(Settings settings) {
    super(
        new Environment(settings, null),
        List.of(Netty4Plugin.class, MapperExtrasPlugin.class),
        false);
  }

  /**
   * The arguments: a directory for its data, new or of an earlier run; the port of its REST API;
   * the address that it listens at, without which it is the loopback interface's.
   */
  public static void main(String[] args) throws NodeValidationException, InterruptedException {
    SearchNode node =
        new SearchNode(settings(args[0], args[1], args.length > 2 ? args[2] : "127.0.0.1"));
    Runtime.getRuntime().addShutdownHook(new Thread(node::end, "close-node"));
    node.start();
    // All threads of a node are daemons.
    new CountDownLatch(1).await();
  }

  private static Settings settings(String directory, String port, String address) {
    return Settings.builder()
        .put("path.home", directory)
        .put("cluster.name", "delta-cdf")
        .put("node.name", "search")
        .put("discovery.type", "single-node")
        .put("network.host", address)
        .put("http.port", port)
        .put("transport.port", "0")
        // A nearly full disk must not block writes of a test.
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .build();
  }

  private void end() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
