package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaBrokerIT {
  @Test
  void topicsAreReadWholeAndFolded() throws Exception {
    KafkaBroker broker = SharedCluster.broker();
    broker.createTopic("harness-whole", 3, Map.of("cleanup.policy", "compact"));
    try (KafkaProducer<String, String> producer = producer(broker, Map.of())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        sent.add(producer.send(new ProducerRecord<>("harness-whole", "k" + i % 10, "v" + i)));
      }
      sent.add(producer.send(new ProducerRecord<>("harness-whole", "k3", null)));
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    }
    TopicReader topic = broker.topic("harness-whole");
    assertThat(topic.strings()).hasSize(1001);
    assertThat(topic.await(1001, Duration.ofSeconds(10))).hasSize(1001);
    assertThat(topic.bytes())
        .filteredOn(r -> new String(r.key(), StandardCharsets.UTF_8).equals("k7"))
        .hasSize(100);
    assertThat(topic.fold()).hasSize(9).containsEntry("k7", "v997").doesNotContainKey("k3");
  }

  @Test
  void committedShowsNoRecordOfAnAbortedTransaction() throws Exception {
    KafkaBroker broker = SharedCluster.broker();
    broker.createTopic("harness-transactions", 1, Map.of());
    try (KafkaProducer<String, String> producer =
        producer(broker, Map.of("transactional.id", "harness"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("harness-transactions", "a", "aborted")).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("harness-transactions", "a", "committed")).get();
      producer.commitTransaction();
    }
    TopicReader topic = broker.topic("harness-transactions");
    assertThat(topic.strings()).map(ConsumerRecord::value).containsExactly("aborted", "committed");
    assertThat(topic.committed().strings()).map(ConsumerRecord::value).containsExactly("committed");
  }

  @Test
  void recordsSurviveAKilledBroker() throws Exception {
    try (KafkaBroker broker =
        KafkaBroker.builder(ProjectDirectory.newWorkDirectory("killed-broker")).start()) {
      broker.createTopic("t", 1, Map.of());
      try (KafkaProducer<String, String> producer = producer(broker, Map.of())) {
        producer.send(new ProducerRecord<>("t", "k", "v")).get();
      }
      broker.kill();
      broker.restart();
      assertThat(broker.topic("t").strings()).map(ConsumerRecord::value).containsExactly("v");
    }
  }

  @Test
  void missingRowsAreReported() {
    TopicReader topic = SharedCluster.broker().topic("harness-missing");
    assertThatThrownBy(topic::strings).hasMessage("There is no topic harness-missing");
    assertThatThrownBy(() -> topic.await(1, Duration.ofMillis(500)))
        .hasMessage("Topic harness-missing has 0 records after 0 s, which is not 1 records");
  }

  private static KafkaProducer<String, String> producer(
      KafkaBroker broker, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", broker.bootstrapServers());
    return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
  }
}
