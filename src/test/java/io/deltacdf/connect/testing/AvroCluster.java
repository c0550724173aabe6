package io.deltacdf.connect.testing;

/**
 * A schema registry that requires BACKWARD compatibility, and a Connect worker on {@link
 * SharedCluster#broker()}. Besides our plugin, the worker has the registry's Avro converter and
 * Debezium's transforms. All test classes of a JVM share them under the rules of {@link
 * SharedCluster}.
 */
public final class AvroCluster {
  private AvroCluster() {}

  public static SchemaRegistry registry() {
    return Registry.INSTANCE;
  }

  public static ConnectWorker worker() {
    return Worker.INSTANCE;
  }

  /** Makes a connector write keys and values in Avro, with schemas in {@link #registry}. */
  public static ConnectorConfig avro(ConnectorConfig config) {
    registry().converterConfig("value").forEach(config::set);
    return avroKeys(config);
  }

  /** Makes a connector write only its keys in Avro. */
  public static ConnectorConfig avroKeys(ConnectorConfig config) {
    registry().converterConfig("key").forEach(config::set);
    return config;
  }

  private static final class Registry {
    static final SchemaRegistry INSTANCE = start();

    private static SchemaRegistry start() {
      SchemaRegistry registry =
          SchemaRegistry.start(ProjectDirectory.newWorkDirectory("avro-registry"));
      registry.requireCompatibility("BACKWARD");
      return registry;
    }
  }

  private static final class Worker {
    static final ConnectWorker INSTANCE =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("avro-worker"))
            .plugin(
                SchemaRegistry.converterPlugin(
                    ProjectDirectory.newWorkDirectory("avro-plugin").resolve("avro")))
            .plugin(
                Runtimes.copy(
                    "debezium",
                    ProjectDirectory.newWorkDirectory("debezium-plugin").resolve("debezium")))
            .start();
  }
}
