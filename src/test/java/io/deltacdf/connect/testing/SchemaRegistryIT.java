package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.CounterConnector.CounterTask;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaRegistryIT {
  @TempDir Path directory;

  /** The Avro encoding of an INT32 from 0 to 2, which is one zig-zag encoded byte. */
  @Test
  void connectorsWriteAvroInConfluentsWireFormat() {
    KafkaBroker broker = SharedCluster.broker();
    Path counter = directory.resolve("plugins/counter");
    PluginJar.write(
        counter.resolve("counter.jar"),
        "org.apache.kafka.connect.source.SourceConnector",
        CounterConnector.class.getName(),
        List.of(CounterConnector.class, CounterTask.class));
    try (SchemaRegistry registry =
            SchemaRegistry.start(ProjectDirectory.newWorkDirectory("registry"));
        ConnectWorker worker =
            ConnectWorker.builder(broker, ProjectDirectory.newWorkDirectory("avro-worker"))
                .plugin(counter)
                .plugin(SchemaRegistry.converterPlugin(directory.resolve("plugins/avro")))
                .start()) {
      Map<String, String> config = new HashMap<>(registry.converterConfig("value"));
      config.put("connector.class", CounterConnector.class.getName());
      config.put("topic", "harness-avro");
      config.put("until", "3");
      worker.rest().create("avro", config);
      worker.rest().awaitRunning("avro", Duration.ofSeconds(60));
      broker.topic("harness-avro").await(3, Duration.ofSeconds(60));

      List<ConsumerRecord<byte[], byte[]>> records = broker.topic("harness-avro").bytes();
      for (int i = 0; i < 3; i++) {
        ByteBuffer value = ByteBuffer.wrap(records.get(i).value());
        assertThat(value.get()).isZero();
        assertThat(value.getInt()).as("schema id").isPositive();
        assertThat(value.get()).isEqualTo((byte) (2 * i));
        assertThat(value.hasRemaining()).isFalse();
      }
    }
  }
}
