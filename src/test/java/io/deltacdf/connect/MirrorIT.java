package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.DemoTable;
import io.deltacdf.connect.testing.tables.RandomTable;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** In a real worker, the topic equals the table and the records are as documented. */
@Timeout(300)
class MirrorIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void publishesASnapshotAndEveryKindOfCommit() {
    DemoTable demo = DemoTable.create(dir);
    ConnectorConfig config =
        ConnectorConfig.named("demo").table("orders", demo.table().path(), DemoTable.KEY);
    TopicReader topic = topic(config, "orders");

    connectors.create(config);
    Mirror.await(topic, demo.table(), TIMEOUT, DemoTable.KEY);
    while (demo.hasNext()) {
      demo.next();
    }
    List<ConsumerRecord<String, String>> records =
        Mirror.await(topic, demo.table(), TIMEOUT, DemoTable.KEY);

    assertThat(records.stream().map(Connectors::line))
        .containsExactly(
            "1 read 1001",
            "1 read 1002",
            "1 read 1003",
            "1 read 1004",
            "1 read 1005",
            "2 insert 1006",
            "2 insert 1007",
            "3 update_postimage 1001",
            "3 update_postimage 1002",
            "4 delete 1004",
            "4 update_postimage 1003",
            "4 insert 1008",
            "5 delete 1005",
            "6 delete 1002",
            "9 update_postimage 1007",
            "9 update_postimage 1001",
            "10 insert 1009",
            "11 delete 1006",
            "11 insert 2006");
  }

  @Test
  void recordsHaveTheDocumentedForm() {
    TestTable table =
        TestTable.at(dir)
            .schema(
                "id int, name string, price decimal(10,2), day date, at timestamp, raw binary,"
                    + " tags array<string>, sizes map<string,int>, place struct<city:string>")
            .changeDataFeed()
            .create();
    table
        .commit()
        .timestamp(1_767_225_600_123L)
        .add(
            row(
                "id",
                7,
                "name",
                "Ann",
                "price",
                "12.50",
                "day",
                "2026-01-01",
                "at",
                "2026-01-01T00:00:00.000001Z",
                "raw",
                new byte[] {1, 2},
                "tags",
                List.of("a"),
                "sizes",
                Map.of("s", 1),
                "place",
                row("city", "Bonn")))
        .write();
    ConnectorConfig config = ConnectorConfig.named("form").table("items", table.path(), "id");

    connectors.create(config);
    topic(config, "items").await(1, TIMEOUT);
    table.commit().timestamp(1_767_225_601_000L).add(row("id", 8)).write();
    table.delete(row -> row.get("id").equals(7));
    List<ConsumerRecord<String, String>> records = topic(config, "items").await(3, TIMEOUT);

    assertThat(records).extracting(ConsumerRecord::key).containsExactly("7", "8", "7");
    assertThat(records)
        .extracting(ConsumerRecord::value)
        .containsExactly(
            "{\"id\":7,\"name\":\"Ann\",\"price\":\"BOI=\",\"day\":20454,\"at\":1767225600000001,"
                + "\"raw\":\"AQI=\",\"tags\":[\"a\"],\"sizes\":{\"s\":1},"
                + "\"place\":{\"city\":\"Bonn\"},\"_change_type\":\"read\","
                + "\"_commit_version\":1,\"_commit_timestamp\":1767225600123000}",
            "{\"id\":8,\"name\":null,\"price\":null,\"day\":null,\"at\":null,\"raw\":null,"
                + "\"tags\":null,\"sizes\":null,\"place\":null,\"_change_type\":\"insert\","
                + "\"_commit_version\":2,\"_commit_timestamp\":1767225601000000}",
            null);
    assertThat(headers(records.get(0)))
        .hasEntrySatisfying("delta.snapshot.id", id -> assertThat(id).startsWith("1-"))
        .containsEntry("delta.change.type", "read")
        .containsEntry("delta.commit.version", "1")
        .hasSize(5);
    assertThat(headers(records.get(1)))
        .isEqualTo(
            Map.of(
                "delta.table", "items",
                "delta.change.type", "insert",
                "delta.commit.version", "2",
                "delta.commit.timestamp", "1767225601000"));
    assertThat(headers(records.get(2)))
        .containsEntry("delta.table", "items")
        .containsEntry("delta.change.type", "delete")
        .containsEntry("delta.commit.version", "3")
        .hasSize(4);
  }

  @Test
  void publishesSeveralTablesInTwoTasksWhileTheyChange() {
    ConnectorConfig config =
        ConnectorConfig.named("random")
            .set("tasks.max", "2")
            .set("topic.creation.default.partitions", "3");
    Map<String, RandomTable> tables = new LinkedHashMap<>();
    for (String name : List.of("north", "south", "east", "west")) {
      RandomTable table = RandomTable.create(dir.resolve(name), name.hashCode()).grow(10);
      tables.put(name, table);
      config.table(name, table.table().path(), RandomTable.KEY);
    }

    connectors.create(config);
    for (int i = 0; i < 20; i++) {
      tables.values().forEach(RandomTable::step);
    }
    // The last commit adds a row to wait for: the commits before it may publish nothing.
    tables.values().forEach(table -> table.table().merge("id", row("id", 1000, "s", "the last")));

    tables.forEach(
        (name, table) ->
            Mirror.await(topic(config, name), table.table(), TIMEOUT, RandomTable.KEY));
    List<String> perTask = new ArrayList<>();
    TreeSet<String> all = new TreeSet<>();
    for (JsonNode task : connectors.rest().get("/connectors/random/tasks")) {
      perTask.add(task.at("/config/task.tables").asText());
      all.addAll(List.of(task.at("/config/task.tables").asText().split(",")));
    }
    assertThat(perTask).hasSize(2).allMatch(names -> names.split(",").length == 2);
    assertThat(all).isEqualTo(new TreeSet<>(tables.keySet()));
  }

  @Test
  void publishesATableWithAKeyOfTwoColumns() {
    TestTable table =
        TestTable.at(dir)
            .schema("region string, id long, n int")
            .partitionedBy("region")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(
        row("region", "eu", "id", 1, "n", 0),
        row("region", "eu", "id", 2, "n", 0),
        row("region", "us", "id", 1, "n", 0));
    ConnectorConfig config =
        ConnectorConfig.named("pairs").table("stock", table.path(), "region", "id");

    connectors.create(config);
    topic(config, "stock").await(3, TIMEOUT);
    table.update(row -> row.get("id").equals(1L), set("n", 5));
    table.delete(row -> row.get("id").equals(2L));
    List<ConsumerRecord<String, String>> records =
        Mirror.await(topic(config, "stock"), table, TIMEOUT, "region", "id");

    assertThat(records.stream().map(ConsumerRecord::key))
        .containsOnly(
            "{\"region\":\"eu\",\"id\":1}",
            "{\"region\":\"eu\",\"id\":2}",
            "{\"region\":\"us\",\"id\":1}");
    assertThat(records).hasSize(3 + 2 + 1);
  }

  @Test
  void publishesSchemaChanges() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string, n int, old string")
            .changeDataFeed()
            .columnMapping("name")
            .property("delta.enableTypeWidening", "true")
            .create();
    table.insert(row("id", 1, "name", "a", "n", 1, "old", "x"));
    ConnectorConfig config =
        ConnectorConfig.named("evolving")
            .table("people", table.path(), "id")
            .set("value.metadata.columns", "");

    connectors.create(config);
    topic(config, "people").await(1, TIMEOUT);
    table.addColumns("city string");
    table.insert(row("id", 2, "name", "b", "n", 2, "old", "y", "city", "Ulm"));
    table.renameColumn("name", "title");
    table.widenColumn("n", "long");
    table.insert(row("id", 3, "title", "c", "n", 5_000_000_000L, "old", "z", "city", null));
    table.dropColumn("old");
    table.renameColumn("id", "no");
    table.copyOnWrite().update(row -> row.get("no").equals(2L), set("title", "B"));
    table.delete(row -> row.get("no").equals(1L));
    List<ConsumerRecord<String, String>> records = topic(config, "people").await(5, TIMEOUT);

    assertThat(records)
        .extracting(ConsumerRecord::key, ConsumerRecord::value)
        .containsExactly(
            pair("1", "{\"id\":1,\"name\":\"a\",\"n\":1,\"old\":\"x\"}"),
            pair("2", "{\"id\":2,\"name\":\"b\",\"n\":2,\"old\":\"y\",\"city\":\"Ulm\"}"),
            pair("3", "{\"id\":3,\"title\":\"c\",\"n\":5000000000,\"old\":\"z\",\"city\":null}"),
            pair("2", "{\"no\":2,\"title\":\"B\",\"n\":2,\"city\":\"Ulm\"}"),
            pair("1", null));
  }

  private static Tuple pair(String key, String value) {
    return tuple(key, value);
  }

  private static Map<String, String> headers(ConsumerRecord<?, ?> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    record
        .headers()
        .forEach(header -> headers.put(header.key(), Connectors.header(record, header.key())));
    return headers;
  }

  private static TopicReader topic(ConnectorConfig config, String table) {
    return SharedCluster.broker().topic(config.topic(table));
  }
}
