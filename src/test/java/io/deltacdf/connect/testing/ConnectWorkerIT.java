package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.CounterConnector.CounterTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the harness's worker and REST client with a small connector as a plugin. */
class ConnectWorkerIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void aConnectorsWholeLifeThroughRest() throws Exception {
    KafkaBroker broker = SharedCluster.broker();
    try (ConnectWorker worker = worker(broker).exactlyOnce().start()) {
      ConnectRest rest = worker.rest();
      TopicReader topic = broker.topic("harness-life").committed();

      rest.create("life", config("harness-life", 25));
      rest.awaitRunning("life", TIMEOUT);
      assertThat(values(topic.await(25, TIMEOUT))).isEqualTo(numbers(0, 25));
      assertThatThrownBy(() -> rest.create("life", config("harness-life", 25)))
          .isInstanceOf(ConnectRestException.class)
          .hasMessageContaining("POST /connectors answered 409")
          .hasMessageContaining("life already exists");

      rest.pause("life");
      rest.awaitState("life", "PAUSED", TIMEOUT);
      rest.putConfig("life", config("harness-life", 50));
      rest.resume("life");
      assertThat(values(topic.await(50, TIMEOUT))).isEqualTo(numbers(0, 50));

      worker.kill();
      worker.restart();
      rest.putConfig("life", config("harness-life", 60));
      assertThat(values(topic.await(60, TIMEOUT))).isEqualTo(numbers(0, 60));

      rest.stop("life");
      rest.awaitState("life", "STOPPED", TIMEOUT);
      JsonNode offsets = rest.offsets("life");
      assertThat(offsets.at("/offsets/0/offset/count").asInt()).isEqualTo(59);
      rest.patchOffsets("life", new ObjectMapper().readTree(offset(39)));
      rest.resume("life");
      assertThat(values(topic.await(80, TIMEOUT)).subList(60, 80)).isEqualTo(numbers(40, 60));

      rest.stop("life");
      rest.awaitState("life", "STOPPED", TIMEOUT);
      rest.deleteOffsets("life");
      assertThat(rest.offsets("life").get("offsets")).isEmpty();
      rest.delete("life");
      assertThat(rest.connectors()).isEmpty();
    }
  }

  @Test
  void errorsAreReadable() {
    try (ConnectWorker worker = worker(SharedCluster.broker()).start()) {
      ConnectRest rest = worker.rest();
      assertThat(rest.validationErrors(Map.of("connector.class", className(), "until", "-1")))
          .hasEntrySatisfying("topic", e -> assertThat(e).asString().contains("Missing required"))
          .hasEntrySatisfying("until", e -> assertThat(e).asString().contains("at least 0"));
      assertThatThrownBy(() -> rest.status("nobody"))
          .isInstanceOf(ConnectRestException.class)
          .hasMessageContaining("GET /connectors/nobody/status answered 404");

      Map<String, String> failing = new HashMap<>(config("harness-failing", 10));
      failing.put("fail.at", "5");
      rest.putConfig("failing", failing);
      assertThat(rest.awaitFailed("failing", TIMEOUT)).contains("Told to fail at 5");
      assertThatThrownBy(() -> rest.awaitRunning("failing", TIMEOUT))
          .hasMessageContaining("Connector failing has failed")
          .hasMessageContaining("Told to fail at 5");
    }
  }

  private ConnectWorker.Builder worker(KafkaBroker broker) {
    Path plugin = directory.resolve("plugins/counter");
    PluginJar.write(
        plugin.resolve("counter.jar"),
        "org.apache.kafka.connect.source.SourceConnector",
        className(),
        List.of(CounterConnector.class, CounterTask.class));
    return ConnectWorker.builder(broker, ProjectDirectory.newWorkDirectory("counter-worker"))
        .plugin(plugin);
  }

  private static Map<String, String> config(String topic, int until) {
    return Map.of("connector.class", className(), "topic", topic, "until", Integer.toString(until));
  }

  private static String className() {
    return CounterConnector.class.getName();
  }

  private static String offset(int count) {
    return "{\"offsets\":[{\"partition\":{\"counter\":\"0\"},\"offset\":{\"count\":"
        + count
        + "}}]}";
  }

  private static List<String> values(List<ConsumerRecord<String, String>> records) {
    return records.stream().map(ConsumerRecord::value).toList();
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }
}
