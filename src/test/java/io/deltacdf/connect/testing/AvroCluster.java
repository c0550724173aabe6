package io.deltacdf.connect.testing;

/**
 * A schema registry that asks for BACKWARD compatibility, and a Connect worker that has its Avro
 * converter and Debezium's transforms beside our plugin, on {@link SharedCluster#broker()}: one of
 * each for all test classes of a JVM, by the rules of {@link SharedCluster}.
 */
public final class AvroCluster {
  private AvroCluster() {}

  public static SchemaRegistry registry() {
    return Registry.INSTANCE;
  }

  public static ConnectWorker worker() {
    return Worker.INSTANCE;
  }

  /** Keys and values of a connector become Avro, with schemas in {@link #registry}. */
  public static ConnectorConfig avro(ConnectorConfig config) {
    registry().converterConfig("value").forEach(config::set);
    return avroKeys(config);
  }

  /** Keys alone. */
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
