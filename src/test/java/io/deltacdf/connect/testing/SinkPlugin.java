package io.deltacdf.connect.testing;

import io.deltacdf.connect.testing.sinks.CustenborderRedisSinkConnector;
import io.deltacdf.connect.testing.sinks.ElasticsearchSinkConnector;
import io.deltacdf.connect.testing.sinks.OpenSearchSinkConnector;
import io.deltacdf.connect.testing.sinks.RedisKafkaConnectSinkConnector;
import java.nio.file.Path;
import java.util.Map;

/**
 * Packs the sink connectors of the tests into a plugin for {@link ConnectWorker.Builder#plugin},
 * and maps each published sink connector to its stand-in. As the published ones, they have no
 * service manifests, so a worker finds them only by scanning the jar.
 */
public final class SinkPlugin {
  private static final Map<String, Class<?>> STANDS_FOR =
      Map.of(
          "io.confluent.connect.elasticsearch.ElasticsearchSinkConnector",
          ElasticsearchSinkConnector.class,
          "io.aiven.kafka.connect.opensearch.OpenSearchSinkConnector",
          OpenSearchSinkConnector.class,
          "com.redis.kafka.connect.RedisSinkConnector",
          RedisKafkaConnectSinkConnector.class,
          "com.github.jcustenborder.kafka.connect.redis.RedisSinkConnector",
          CustenborderRedisSinkConnector.class);

  private SinkPlugin() {}

  /** Writes the plugin's only jar into a directory; it is created if it does not exist. */
  public static Path write(Path directory) {
    PluginJar.writePackage(directory.resolve("sinks.jar"), RedisKafkaConnectSinkConnector.class);
    return directory;
  }

  /** Returns the stand-in for a published connector. */
  public static String standInFor(String connectorClass) {
    Class<?> standIn = STANDS_FOR.get(connectorClass);
    if (standIn == null) {
      throw new IllegalArgumentException("There is no stand-in for " + connectorClass);
    }
    return standIn.getName();
  }
}
