package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the log has the forms that common and unusual writers produce. */
class CommitBuilderTest {
  @TempDir Path dir;

  private static List<JsonNode> log(TestTable table, long version) {
    List<JsonNode> actions = new ArrayList<>();
    for (String line : table.log().read(version)) {
      try {
        actions.add(new ObjectMapper().readTree(line));
      } catch (JsonProcessingException e) {
        throw new AssertionError(line, e);
      }
    }
    return actions;
  }

  private static List<String> kinds(TestTable table, long version) {
    return log(table, version).stream().map(action -> action.fieldNames().next()).toList();
  }

  private static JsonNode only(TestTable table, long version, String kind) {
    List<JsonNode> actions = log(table, version).stream().filter(a -> a.has(kind)).toList();
    assertThat(actions).hasSize(1);
    return actions.get(0).get(kind);
  }

  @Test
  void derivesTheProtocolFromSchemaAndProperties() {
    TestTable plain = TestTable.at(dir.resolve("a")).schema("id long").changeDataFeed().create();
    assertThat(plain.protocol().readerVersion()).isEqualTo(1);
    assertThat(plain.protocol().writerFeatures())
        .containsExactlyInAnyOrder("changeDataFeed", "invariants", "appendOnly");

    TestTable rich =
        TestTable.at(dir.resolve("b"))
            .schema("id long, a array<struct<n:timestamp_ntz>>")
            .deletionVectors()
            .columnMapping("name")
            .rowTracking()
            .inCommitTimestamps()
            .typeWidening()
            .feature("clustering")
            .create();
    JsonNode protocol = only(rich, 0, "protocol");
    assertThat(protocol.get("minReaderVersion").intValue()).isEqualTo(3);
    assertThat(rich.protocol().readerFeatures())
        .containsExactlyInAnyOrder(
            "deletionVectors", "columnMapping", "timestampNtz", "typeWidening");
    assertThat(rich.protocol().writerFeatures())
        .contains("rowTracking", "domainMetadata", "inCommitTimestamp", "clustering");

    TestTable legacy =
        TestTable.at(dir.resolve("c")).schema("id long").changeDataFeed().protocol(1, 4).create();
    assertThat(only(legacy, 0, "protocol").toString())
        .isEqualTo("{\"minReaderVersion\":1,\"minWriterVersion\":4}");
  }

  @Test
  void keepsTheOrderOfActions() {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    table
        .commit()
        .operation("MERGE", "numTargetRowsUpdated", 1)
        .cdc(change("insert", row("id", 2)))
        .raw("{\"txn\":{\"appId\":\"a\",\"version\":1}}")
        .add(row("id", 2))
        .remove(table.file(0))
        .write();

    assertThat(kinds(table, 2)).containsExactly("commitInfo", "cdc", "txn", "add", "remove");
    JsonNode info = only(table, 2, "commitInfo");
    assertThat(info.at("/operationMetrics/numTargetRowsUpdated").textValue()).isEqualTo("1");
    assertThat(KernelReader.rows(dir)).containsExactlyElementsOf(table.rows());
  }

  @Test
  void setsCommitTimeAndModificationTime() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long").timestamp(5_000).create();
    table.commit().timestamp(4_000).add(row("id", 1)).write();
    table.commit().timestamp(9_000).modificationTime(7_000).noCommitInfo().write();

    assertThat(Files.getLastModifiedTime(table.faults().commitFile(1)).toMillis()).isEqualTo(4_000);
    assertThat(only(table, 1, "commitInfo").get("timestamp").longValue()).isEqualTo(4_000);
    assertThat(List.of(0L, 1L, 2L))
        .extracting(version -> table.commitAt(version).timestamp())
        .containsExactly(5_000L, 5_001L, 7_000L);
    assertThat(kinds(table, 2)).isEmpty();
  }

  @Test
  void setsInCommitTimestampsFromTheCommitThatTurnsThemOn() {
    TestTable table = TestTable.at(dir).schema("id long").timestamp(1_000).create();
    table.setProperty("delta.enableInCommitTimestamps", "true");
    table.commit().timestamp(500).modificationTime(99_000).add(row("id", 1)).write();

    assertThat(table.metadata().properties())
        .containsEntry("delta.inCommitTimestampEnablementVersion", "1")
        .containsKey("delta.inCommitTimestampEnablementTimestamp");
    assertThat(table.log().read(2).get(0)).startsWith("{\"commitInfo\":{\"inCommitTimestamp\":500");
    assertThat(table.commitAt(2).timestamp()).isEqualTo(500);
  }

  @Test
  void upgradesTheProtocolWithTheMetadata() {
    TestTable table = TestTable.at(dir).schema("id long").create();
    table.setProperty("delta.enableDeletionVectors", "true");
    table.addColumns("t timestamp_ntz");
    table.addColumns("x int");

    assertThat(kinds(table, 1)).containsExactly("commitInfo", "metaData", "protocol");
    assertThat(kinds(table, 2)).containsExactly("commitInfo", "metaData", "protocol");
    assertThat(kinds(table, 3)).containsExactly("commitInfo", "metaData");
    assertThat(table.protocol().readerFeatures())
        .containsExactlyInAnyOrder("deletionVectors", "timestampNtz");
  }

  @Test
  void writesUnknownFeatures() {
    TestTable table = TestTable.at(dir).schema("id long").create();
    table.commit().features(Set.of("fancy"), Set.of("fancy")).write();

    assertThatThrownBy(() -> KernelReader.rows(dir)).hasMessageContaining("fancy");
  }

  @Test
  void writesUnusualPartitionValuesAndPaths() {
    TestTable table = TestTable.at(dir).schema("id long, p string").partitionedBy("p").create();
    DataFile file =
        table.dataFile(
            List.of(row("id", 1, "p", null)),
            f -> f.partitionValue("p", "").directory("A%2FA/B B").fileName("x+y=z.parquet"));
    table.commit().add(file).write();

    JsonNode add = only(table, 1, "add");
    assertThat(add.get("path").textValue()).isEqualTo("A%252FA/B%20B/x+y=z.parquet");
    assertThat(add.at("/partitionValues/p").textValue()).isEmpty();
    assertThat(dir.resolve("A%2FA/B B/x+y=z.parquet")).exists();

    table.commit().remove(file.withPath("A%252FA/B%20B/x%2By%3Dz.parquet")).write();
    assertThat(only(table, 2, "remove").get("path").textValue()).contains("x%2By%3Dz");
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void writesUnknownColumnsAndPartitionColumnsIntoFiles() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, p string").partitionedBy("p").create();
    DataFile file =
        table.dataFile(
            List.of(row("id", 1, "p", "a")),
            f -> f.extraColumn("_change_type", "string", "insert").partitionColumnsInFile());
    table.commit().add(file).write();

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file.location()))) {
      assertThat(reader.getFileMetaData().getSchema().getFields())
          .extracting(type -> type.getName())
          .containsExactly("id", "p", "_change_type");
    }
    assertThat(KernelReader.rows(dir)).containsExactly(row("id", 1L, "p", "a"));
  }

  @Test
  void writesVariantsAsTheirTwoBinaries() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, v variant").create();
    byte[] metadata = {1, 0, 0};
    byte[] value = {12, 7};
    DataFile file =
        table.dataFile(row("id", 1, "v", row("value", value, "metadata", metadata)), row("id", 2));

    try (ParquetReader<Group> reader =
        ParquetReader.builder(
                new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.location().toUri()))
            .build()) {
      Group variant = reader.read().getGroup("v", 0);
      assertThat(variant.getBinary("value", 0).getBytes()).isEqualTo(value);
      assertThat(variant.getBinary("metadata", 0).getBytes()).isEqualTo(metadata);
      assertThat(reader.read().getFieldRepetitionCount("v")).isZero();
    }
    assertThat(table.protocol().readerFeatures()).containsExactly("variantType");
  }

  @Test
  void splitsFilesIntoRowGroups() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long").create();
    DataFile file =
        table.dataFile(Rows.generate(25, i -> row("id", i)), f -> f.rowGroupRows(10).noStats());
    table.commit().add(file).write();

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file.location()))) {
      assertThat(reader.getRowGroups())
          .extracting(group -> group.getRowCount())
          .containsExactly(10L, 10L, 5L);
    }
    assertThat(only(table, 1, "add").has("stats")).isFalse();
  }

  @Test
  void assignsRowIdsToFiles() {
    TestTable table = TestTable.at(dir).schema("id long").rowTracking().create();
    table.insert(row("id", 1), row("id", 2));
    table.insert(row("id", 3));

    assertThat(only(table, 2, "add").get("baseRowId").longValue()).isEqualTo(2);
    assertThat(only(table, 2, "add").get("defaultRowCommitVersion").longValue()).isEqualTo(2);
    assertThat(only(table, 2, "domainMetadata").get("configuration").textValue())
        .contains("\"rowIdHighWaterMark\":2");
  }

  @Test
  void writesTheDeletionVectorsOfACommitIntoOneFile() {
    TestTable table = TestTable.at(dir).schema("id long").deletionVectors().create();
    table.insert(row("id", 1), row("id", 2));
    table.insert(row("id", 3), row("id", 4));
    table.commit().removeRows(table.file(0), 0).removeRows(table.file(1), 1).write();

    List<JsonNode> vectors = new ArrayList<>();
    for (JsonNode action : log(table, 3)) {
      if (action.has("add")) {
        vectors.add(action.at("/add/deletionVector"));
      }
    }
    assertThat(vectors).hasSize(2);
    assertThat(vectors.get(0).get("offset").intValue()).isEqualTo(1);
    assertThat(vectors.get(1).get("offset").intValue())
        .isEqualTo(1 + vectors.get(0).get("sizeInBytes").intValue() + 8);
    assertThat(vectors.get(1).get("pathOrInlineDv"))
        .isEqualTo(vectors.get(0).get("pathOrInlineDv"));
  }

  @Test
  void rejectsImpossibleActions() {
    TestTable table = TestTable.at(dir).schema("id long, p string").partitionedBy("p").create();
    DataFile otherFile = table.dataFile(row("id", 1, "p", "a"));
    List<Map<String, Object>> twoPartitions =
        List.of(row("id", 1, "p", "a"), row("id", 2, "p", "b"));

    assertThatThrownBy(() -> table.commit().remove(otherFile)).hasMessageContaining("not contain");
    assertThatThrownBy(() -> table.dataFile(twoPartitions, f -> {}))
        .hasMessageContaining("2 partitions");
    CommitBuilder late = table.commit();
    table.setProperty("a", "b");
    assertThatThrownBy(late::write).hasMessageContaining("00001.json");
    assertThat(table.metadata().withProperties(Collections.singletonMap("a", null)).properties())
        .isEmpty();
  }
}
