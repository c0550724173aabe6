package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.AvroCluster;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.PlainAvro;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.consumer.CommitFollower;
import io.deltacdf.connect.testing.consumer.WholeCommits;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code record.format=debezium} on a worker that has Debezium's transforms as a plugin. */
@Timeout(300)
class EnvelopeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension final Connectors connectors = new Connectors(AvroCluster.worker());
  @TempDir Path dir;

  @Test
  void theTopicUnwrappedByDebeziumEqualsTheTable() {
    TestTable table =
        TestTable.at(dir).schema("id long, name string, n int").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a", "n", 1), row("id", 2, "name", "b", "n", 2));
    ConnectorConfig envelopes = config("envelopes", table);
    ConnectorConfig unwrapped =
        config("unwrapped", table)
            .set("transforms", "unwrap")
            .set("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState")
            // The default writes a null with a schema, which JSON without schemas turns into text.
            .set("transforms.unwrap.delete.tombstone.handling.mode", "delete-to-tombstone");
    TopicReader events = SharedCluster.broker().topic(envelopes.topic("orders"));
    TopicReader rows = SharedCluster.broker().topic(unwrapped.topic("orders"));
    connectors.create(envelopes);
    connectors.create(unwrapped);
    rows.await(2, TIMEOUT);

    table.copyOnWrite().update(row -> row.get("id").equals(1L), set("name", "A"));
    table.delete(row -> row.get("id").equals(2L));
    table.addColumns("city string");
    // Preimages and postimages are in different files.
    table.overwrite(
        row("id", 1, "name", "A", "n", 10, "city", "Ulm"), row("id", 3, "name", "c", "n", 3));

    Mirror.await(rows, table, TIMEOUT, "id");
    // The transform drops the last record of this version, a tombstone after the delete event.
    table.delete(row -> row.get("id").equals(3L));
    connectors.awaitVersion("unwrapped", "orders", table.version());
    Mirror.await(rows, table, TIMEOUT, "id");
    assertThat(events.await(9, TIMEOUT))
        .extracting(EnvelopeIT::changeOf)
        .containsExactly(
            "1: null -> {\"id\":1,\"name\":\"a\",\"n\":1} r",
            "2: null -> {\"id\":2,\"name\":\"b\",\"n\":2} r",
            "1: {\"id\":1,\"name\":\"a\",\"n\":1} -> {\"id\":1,\"name\":\"A\",\"n\":1} u",
            "2: {\"id\":2,\"name\":\"b\",\"n\":2} -> null d",
            "2: tombstone",
            "1: {\"id\":1,\"name\":\"A\",\"n\":1,\"city\":null}"
                + " -> {\"id\":1,\"name\":\"A\",\"n\":10,\"city\":\"Ulm\"} u",
            "3: null -> {\"id\":3,\"name\":\"c\",\"n\":3,\"city\":null} c",
            "3: {\"id\":3,\"name\":\"c\",\"n\":3,\"city\":null} -> null d",
            "3: tombstone");
  }

  private static ConnectorConfig config(String name, TestTable table) {
    return envelopes(name, table, "id").set("key.format", "string");
  }

  private static String changeOf(ConsumerRecord<String, String> record) {
    return record.key()
        + ": "
        + (record.value() == null
            ? "tombstone"
            : record
                .value()
                .replaceFirst(
                    "^\\{\"before\":(.*),\"after\":(.*),\"source\":.*\"op\":\"(.)\".*$",
                    "$1 -> $2 $3"));
  }

  @Test
  void C61_aTombstoneFollowsItsDeleteInTheSamePartition() throws Exception {
    TestTable table = orders();
    ConnectorConfig config =
        envelopes("partitions", table, "region", "id")
            .set("topic.creation.default.partitions", "3");
    connectors.create(config);
    topic(config).await(3, TIMEOUT);
    change(table);
    // 3 reads, 2 updates, a delete with its tombstone and a create; then a delete with its
    // tombstone, 2 updates and a create.
    List<ConsumerRecord<String, String>> records = topic(config).await(13, TIMEOUT);

    assertThat(records).hasSize(13);
    Set<Integer> partitions = new HashSet<>();
    List<String> deleted = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int partition = i;
      List<ConsumerRecord<String, String>> inOrder =
          records.stream().filter(record -> record.partition() == partition).toList();
      for (int r = 0; r < inOrder.size(); r++) {
        ConsumerRecord<String, String> record = inOrder.get(r);
        partitions.add(record.partition());
        if (record.value() == null) {
          JsonNode event = JSON.readTree(inOrder.get(r - 1).value());
          assertThat(event.get("op").asText()).isEqualTo("d");
          assertThat(event.get("before").get("id"))
              .isEqualTo(JSON.readTree(record.key()).get("id"));
          assertThat(inOrder.get(r - 1).key()).isEqualTo(record.key());
          deleted.add(record.key());
        }
      }
    }
    assertThat(partitions).hasSizeGreaterThan(1);
    assertThat(deleted)
        .containsExactlyInAnyOrder("{\"region\":\"eu\",\"id\":2}", "{\"region\":\"us\",\"id\":1}");
    assertThat(records.stream().filter(record -> record.value() != null).map(EnvelopeIT::line))
        .contains(
            "r 1 null -> {\"region\":\"eu\",\"id\":1,\"status\":\"new\"}",
            "u 2 {\"region\":\"eu\",\"id\":1,\"status\":\"new\"}"
                + " -> {\"region\":\"eu\",\"id\":1,\"status\":\"paid\"}",
            "d 3 {\"region\":\"eu\",\"id\":2,\"status\":\"new\"} -> null",
            "c 4 null -> {\"region\":\"eu\",\"id\":2,\"status\":\"again\"}",
            "u 6 {\"region\":\"eu\",\"id\":2,\"status\":\"again\",\"note\":null}"
                + " -> {\"region\":\"eu\",\"id\":2,\"status\":\"sent\",\"note\":null}");
  }

  @Test
  void aConsumerAppliesWholeCommitsAcrossPartitionsAndRestarts() throws Exception {
    TestTable table = orders();
    ConnectorConfig config =
        envelopes("whole", table, "region", "id")
            .set("provide.transaction.metadata", "true")
            .set("tombstones.on.delete", "false")
            .set("topic.creation.default.partitions", "3")
            .set("topic.creation.groups", "markers")
            .set("topic.creation.markers.include", "whole\\.transaction")
            .set("topic.creation.markers.partitions", "1")
            .set("topic.creation.markers.cleanup.policy", "delete");
    TopicReader markers = SharedCluster.broker().topic("whole.transaction");
    Applied applied = new Applied();
    connectors.create(config);
    topic(config).await(3, TIMEOUT);
    change(table);
    // Version 5 has no events, and so no BEGIN.
    markers.await(9, TIMEOUT);

    try (CommitFollower follower = follower(config, applied)) {
      applied.await(follower, 5);
    }
    connectors.stop("whole");
    table.update(row -> true, set("status", "seven"));
    table.delete(row -> row.get("region").equals("eu"));
    connectors.resume("whole");
    connectors.awaitVersion("whole", "orders", table.version());
    // The consumer goes on after the last whole commit.
    try (CommitFollower follower = follower(config, applied)) {
      follower.resume("orders", 6);
      applied.await(follower, 7);
    }

    assertThat(applied.snapshotRows).isEqualTo(3);
    assertThat(applied.commits)
        .containsExactly(
            "2: [u1 u1]",
            "3: [d2]",
            "4: [c2]",
            "5: []",
            "6: [d1 u1 u2 c7]",
            "7: [u1 u2 u7]",
            "8: [d1 d2]");
    JsonNode end =
        markers.strings().stream()
            .map(record -> json(record.value()))
            .filter(marker -> marker.get("commit_version").asLong() == 6)
            .reduce((begin, last) -> last)
            .orElseThrow();
    assertThat(end.get("status").asText()).isEqualTo("END");
    assertThat(end.get("id").asText()).isEqualTo("orders:6");
    assertThat(end.get("commit_operation").asText()).isEqualTo("WRITE");
    assertThat(end.get("event_count").asLong()).isEqualTo(4);
    assertThat(end.get("data_collections"))
        .hasToString(
            "[{\"data_collection\":\"orders\",\"event_count\":4,\"topic\":\"whole.orders\","
                + "\"create_count\":1,\"update_count\":2,\"delete_count\":1,"
                + "\"preimage_count\":0}]");
  }

  private static CommitFollower follower(ConnectorConfig config, Applied applied) {
    return new CommitFollower(
        Map.of(
            "bootstrap.servers",
            SharedCluster.broker().bootstrapServers(),
            "group.id",
            config.name()),
        List.of(config.topic("orders")),
        config.topic("transaction"),
        applied);
  }

  /** The commits that a consumer has applied, with the operation and the id of each event. */
  private static final class Applied
      implements WholeCommits.Target<ConsumerRecord<String, String>> {
    private final List<String> commits = new ArrayList<>();
    private int snapshotRows;

    @Override
    public void apply(String table, long version, List<ConsumerRecord<String, String>> events) {
      StringJoiner text = new StringJoiner(" ", version + ": [", "]");
      long order = 0;
      for (ConsumerRecord<String, String> event : events) {
        JsonNode value = json(event.value());
        assertThat(value.get("transaction").get("total_order").asLong()).isEqualTo(++order);
        assertThat(value.get("transaction").get("id").asText()).isEqualTo("orders:" + version);
        text.add(value.get("op").asText() + json(event.key()).get("id"));
      }
      commits.add(text.toString());
    }

    @Override
    public void applySnapshotRow(String table, ConsumerRecord<String, String> row) {
      snapshotRows++;
    }

    void await(CommitFollower follower, int count) {
      Awaitility.await()
          .atMost(TIMEOUT)
          .until(
              () -> {
                follower.poll(Duration.ofMillis(200));
                return commits.size() >= count;
              });
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not JSON: " + text, e);
    }
  }

  private static String line(ConsumerRecord<String, String> record) {
    try {
      JsonNode value = JSON.readTree(record.value());
      return "%s %s %s -> %s"
          .formatted(
              value.get("op").asText(),
              value.get("source").get("commit_version"),
              value.get("before"),
              value.get("after"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not JSON: " + record.value(), e);
    }
  }

  @Test
  void theAvroSchemaEvolvesWithBackwardCompatibility() {
    SchemaRegistry registry = AvroCluster.registry();
    PlainAvro avro = new PlainAvro(registry);
    TestTable table =
        TestTable.at(dir)
            .schema("id int, old string, n int")
            .changeDataFeed()
            .columnMapping("name")
            .typeWidening()
            .create();
    table.insert(row("id", 1, "old", "x", "n", 1));
    ConnectorConfig config = AvroCluster.avro(envelopes("avro-envelopes", table, "id"));
    String subject = config.topic("orders") + "-value";

    connectors.create(config);
    topic(config).await(1, TIMEOUT);
    table.addColumns("city string");
    table.update(row -> true, set("city", "Ulm"));
    table.dropColumn("old");
    table.widenColumn("n", "long");
    table.update(row -> true, set("n", 5_000_000_000L));
    table.renameColumn("city", "place");
    table.delete(row -> true);
    topic(config).await(5, TIMEOUT);
    connectors.rest().awaitRunning(config.name(), TIMEOUT);

    assertThat(registry.versions(config.topic("orders") + "-key")).hasSize(1);
    assertThat(registry.versions(subject)).hasSizeGreaterThanOrEqualTo(4);
    List<String> rows = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : topic(config).bytes()) {
      if (record.value() != null) {
        GenericRecord own = (GenericRecord) avro.read(record.value());
        rows.add(own.get("op") + " " + own.get("before") + " -> " + own.get("after"));
        GenericRecord latest = (GenericRecord) avro.read(record.value(), registry.latest(subject));
        assertThat(latest.get("op")).hasToString(own.get("op").toString());
      }
    }
    assertThat(rows)
        .containsExactly(
            "r null -> {\"id\": 1, \"old\": \"x\", \"n\": 1}",
            "u {\"id\": 1, \"old\": \"x\", \"n\": 1, \"city\": null}"
                + " -> {\"id\": 1, \"old\": \"x\", \"n\": 1, \"city\": \"Ulm\"}",
            "u {\"id\": 1, \"n\": 1, \"city\": \"Ulm\"}"
                + " -> {\"id\": 1, \"n\": 5000000000, \"city\": \"Ulm\"}",
            "d {\"id\": 1, \"n\": 5000000000, \"place\": \"Ulm\"} -> null");
  }

  /** The transform fails on a notification, so that it shows that the predicate excludes them. */
  @Test
  void notificationsTellHowASnapshotGoes() throws Exception {
    TestTable table = orders();
    ConnectorConfig config =
        envelopes("notified", table, "region", "id")
            .set("notification.sink.topic.name", "notified-notes")
            .set("transforms", "flatten")
            .set("transforms.flatten.type", "org.apache.kafka.connect.transforms.Flatten$Value")
            .set("transforms.flatten.predicate", "isRow")
            .set("predicates", "isRow")
            .set(
                "predicates.isRow.type",
                "org.apache.kafka.connect.transforms.predicates.HasHeaderKey")
            .set("predicates.isRow.name", "delta.change.type");
    TopicReader notes = SharedCluster.broker().topic("notified-notes");
    connectors.create(config);
    notes.await(4, TIMEOUT);

    assertThat(topic(config).strings())
        .extracting(record -> JSON.readTree(record.value()).get("source.snapshot").asText())
        .containsExactly("first", "true", "last");
    connectors.awaitVersion("notified", "orders", 1);
    connectors.stop("notified");
    table.delete(row -> row.get("region").equals("us"));
    connectors.resume("notified");
    topic(config).await(5, TIMEOUT);
    assertThat(notes.strings())
        .extracting(record -> JSON.readTree(record.value()).get("type").asText())
        .containsExactly("STARTED", "IN_PROGRESS", "TABLE_SCAN_COMPLETED", "COMPLETED");
    assertThat(notes.strings())
        .extracting(ConsumerRecord::key)
        .containsOnly(notes.strings().get(0).key());
  }

  private static ConnectorConfig envelopes(String name, TestTable table, String... key) {
    return ConnectorConfig.named(name)
        .table("orders", table.path(), key)
        .set("record.format", "debezium");
  }

  private static TopicReader topic(ConnectorConfig config) {
    return SharedCluster.broker().topic(config.topic("orders"));
  }

  private TestTable orders() {
    TestTable table =
        TestTable.at(dir).schema("region string, id int, status string").changeDataFeed().create();
    table.insert(
        row("region", "eu", "id", 1, "status", "new"),
        row("region", "eu", "id", 2, "status", "new"),
        row("region", "us", "id", 1, "status", "new"));
    return table;
  }

  private static void change(TestTable table) {
    table.update(row -> row.get("id").equals(1), set("status", "paid"));
    table.delete(row -> row.get("id").equals(2));
    table.insert(row("region", "eu", "id", 2, "status", "again"));
    table.addColumns("note string");
    table.overwrite(
        row("region", "eu", "id", 1, "status", "paid", "note", "n"),
        row("region", "eu", "id", 2, "status", "sent"),
        row("region", "as", "id", 7, "status", "new"));
  }
}
