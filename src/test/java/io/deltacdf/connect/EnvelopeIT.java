package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.AvroCluster;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code record.format=debezium} on a worker that has Debezium's own transforms as a plugin. */
@Timeout(300)
class EnvelopeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension final Connectors connectors = new Connectors(AvroCluster.worker());
  @TempDir Path dir;

  @Test
  void unwrappedByDebeziumTheTopicIsTheTable() {
    TestTable table =
        TestTable.at(dir).schema("id long, name string, n int").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a", "n", 1), row("id", 2, "name", "b", "n", 2));
    ConnectorConfig envelopes = config("envelopes", table);
    ConnectorConfig unwrapped =
        config("unwrapped", table)
            .set("transforms", "unwrap")
            .set("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState")
            // The default's value has a schema but is null: JSON without schemas makes text of it.
            .set("transforms.unwrap.delete.tombstone.handling.mode", "delete-to-tombstone");
    TopicReader events = SharedCluster.broker().topic(envelopes.topic("orders"));
    TopicReader rows = SharedCluster.broker().topic(unwrapped.topic("orders"));
    connectors.create(envelopes);
    connectors.create(unwrapped);
    rows.await(2, TIMEOUT);

    table.copyOnWrite().update(row -> row.get("id").equals(1L), set("name", "A"));
    table.delete(row -> row.get("id").equals(2L));
    table.addColumns("city string");
    // Old and new rows in files of their own.
    table.overwrite(
        row("id", 1, "name", "A", "n", 10, "city", "Ulm"), row("id", 3, "name", "c", "n", 3));

    Mirror.await(rows, table, TIMEOUT, "id");
    assertThat(events.await(7, TIMEOUT))
        .extracting(EnvelopeIT::changeOf)
        .containsExactly(
            "1: null -> {\"id\":1,\"name\":\"a\",\"n\":1} r",
            "2: null -> {\"id\":2,\"name\":\"b\",\"n\":2} r",
            "1: {\"id\":1,\"name\":\"a\",\"n\":1} -> {\"id\":1,\"name\":\"A\",\"n\":1} u",
            "2: {\"id\":2,\"name\":\"b\",\"n\":2} -> null d",
            "2: tombstone",
            "1: {\"id\":1,\"name\":\"A\",\"n\":1,\"city\":null}"
                + " -> {\"id\":1,\"name\":\"A\",\"n\":10,\"city\":\"Ulm\"} u",
            "3: null -> {\"id\":3,\"name\":\"c\",\"n\":3,\"city\":null} c");
  }

  private static ConnectorConfig config(String name, TestTable table) {
    return ConnectorConfig.named(name)
        .table("orders", table.path(), "id")
        .set("record.format", "debezium")
        .set("key.format", "string");
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
}
