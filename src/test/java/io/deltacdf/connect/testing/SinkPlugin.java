package io.deltacdf.connect.testing;

import io.deltacdf.connect.testing.sinks.CustenborderRedisSinkConnector;
import io.deltacdf.connect.testing.sinks.ElasticsearchSinkConnector;
import io.deltacdf.connect.testing.sinks.OpenSearchSinkConnector;
import io.deltacdf.connect.testing.sinks.RedisKafkaConnectSinkConnector;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The sink connectors of the tests as a plugin for {@link ConnectWorker.Builder#plugin}, and which
 * published one each of them stands for.
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

  /** Writes the plugin's only jar into a directory, which is made if need be. */
  public static Path write(Path directory) {
    PluginJar.writePackage(
        directory.resolve("sinks.jar"),
        "org.apache.kafka.connect.sink.SinkConnector",
        List.copyOf(STANDS_FOR.values()));
    return directory;
  }

  /** The class that stands for a published connector. */
  public static String standInFor(String connectorClass) {
    Class<?> standIn = STANDS_FOR.get(connectorClass);
    if (standIn == null) {
      throw new IllegalArgumentException("Nothing here stands for " + connectorClass);
    }
    return standIn.getName();
  }
}
