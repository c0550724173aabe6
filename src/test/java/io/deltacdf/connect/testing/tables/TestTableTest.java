package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.ConsistencyChecks.assertKernelReadsTheModel;
import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that Delta Kernel reads the tables that the builder writes, and that the rows equal the
 * model.
 */
class TestTableTest {
  private static final String ALL_TYPES =
      "id long not null, b boolean, by byte, sh short, i int, f float, d double, s string,"
          + " bin binary, d1 decimal(5,2), d2 decimal(18,6), d3 decimal(38,10), day date,"
          + " ts timestamp, ntz timestamp_ntz, c char(5), tags array<string>,"
          + " m map<string,int>, st struct<x:int,y:struct<z:string>>, deep array<struct<k:long>>";

  @TempDir Path dir;

  private static Map<String, Object> allTypes(long id) {
    return row(
        "id",
        id,
        "b",
        true,
        "by",
        -1,
        "sh",
        -300,
        "i",
        70_000,
        "f",
        1.5,
        "d",
        -2.25,
        "s",
        "ä€😀",
        "bin",
        new byte[] {0, -1, 5},
        "d1",
        "-0.01",
        "d2",
        "123456789012.123456",
        "d3",
        "-1234567890123456789012345678.0123456789",
        "day",
        "1969-12-31",
        "ts",
        "2024-03-10T10:00:00.123456Z",
        "ntz",
        "1500-01-01T00:00:00.000001",
        "c",
        "ab",
        "tags",
        Arrays.asList("x", null),
        "m",
        row("a", 1, "b", null),
        "st",
        row("x", 1, "y", row("z", "deep")),
        "deep",
        List.of(row("k", 7L)));
  }

  @Test
  void writesEveryType() {
    TestTable table = TestTable.at(dir).schema(ALL_TYPES).create();
    table.insert(allTypes(1), row("id", 2), allTypes(3));
    table.insert(row("id", 4, "tags", List.of(), "m", Map.of(), "st", row("x", null, "y", null)));

    assertKernelReadsTheModel(table);
    Map<String, Object> first = table.rows().get(0);
    assertThat(first)
        .containsEntry("by", (byte) -1)
        .containsEntry("d1", new BigDecimal("-0.01"))
        .containsEntry("day", LocalDate.of(1969, 12, 31))
        .containsEntry("ts", Instant.parse("2024-03-10T10:00:00.123456Z"))
        .containsEntry("ntz", LocalDateTime.parse("1500-01-01T00:00:00.000001"));
  }

  @Test
  void rejectsRowsThatDoNotFitTheSchema() {
    TestTable table = TestTable.at(dir).schema("id long not null, n byte").create();

    assertThatThrownBy(() -> table.insert(row("id", 1, "x", 1))).hasMessageContaining("x");
    assertThatThrownBy(() -> table.insert(row("id", 1, "n", 128))).hasMessageContaining("n: ");
    assertThatThrownBy(() -> table.insert(row("id", null))).hasMessageContaining("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void mapsColumns(String mode) throws Exception {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, p string, st struct<x:int,y:string>, l array<struct<k:long>>")
            .partitionedBy("p")
            .columnMapping(mode)
            .changeDataFeed()
            .create();
    table.insert(
        row("id", 1, "p", "a b", "st", row("x", 1, "y", "s"), "l", List.of(row("k", 1))),
        row("id", 2, "p", null));

    assertKernelReadsTheModel(table);
    JsonNode add = action(table, 1, "add");
    assertThat(add.get("partitionValues").fieldNames().next()).startsWith("col-");
    assertThat(table.schema().get("st").getMetadata().getLong("delta.columnMapping.id"))
        .isEqualTo(3);
    assertThat(table.metadata().properties()).containsEntry("delta.columnMapping.maxColumnId", "7");
  }

  @Test
  void mapsColumnsByIdIfTheNamesInTheFileDiffer() {
    TestTable table = TestTable.at(dir).schema("id long, s string").columnMapping("id").create();
    DataFile file =
        table.dataFile(
            List.of(row("id", 1, "s", "a")), f -> f.parquetName("id", "x").parquetName("s", "y"));
    table.commit().add(file).write();

    assertKernelReadsTheModel(table);
  }

  @Test
  void writesPartitionDirectoriesAndValuesAsSparkDoes() throws Exception {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, p string, ts timestamp")
            .partitionedBy("p", "ts")
            .create();
    table.insert(
        row("id", 1, "p", "x/y: 100% é", "ts", "2024-03-10T10:00:00Z"),
        row("id", 2, "p", "x/y: 100% é", "ts", "2024-03-10T10:00:00Z"),
        row("id", 3, "p", null, "ts", null));

    assertThat(table.files()).hasSize(2);
    assertKernelReadsTheModel(table);
    assertThat(action(table, 1, "add").get("path").textValue())
        .startsWith("p=x%252Fy%253A%20100%2525%20é/ts=2024-03-10%2010%253A00%253A00/part-");

    table.commit().remove(table.file(1)).write();
    assertThat(action(table, 2, "remove").get("partitionValues")).isEmpty();
    table.commit().removeStyle(RemoveStyle.MINIMAL).remove(table.file(0)).write();
    assertThat(action(table, 3, "remove").has("partitionValues")).isFalse();
    assertKernelReadsTheModel(table);
  }

  @ParameterizedTest
  @EnumSource
  void deletesByDeletionVector(DeletionVectorStorage storage) {
    TestTable table =
        TestTable.at(dir).schema("id long").deletionVectors(storage).changeDataFeed().create();
    table.insert(generate(100, i -> row("id", i)));
    table.insert(generate(100, i -> row("id", 100 + i)));
    table.commit().removeRows(table.file(0), 0, 5, 99).removeRows(table.file(1), 1).write();
    table.commit().removeRows(table.file(0), 6).write();
    table.commit().restoreRows(table.file(0), 5, 6).restoreRows(table.file(1), 1).write();

    assertKernelReadsTheModel(table);
    assertThat(table.rows()).hasSize(198);
  }

  @Test
  void deletionVectorsSpanRowGroupsAndPages() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, s string")
            .deletionVectors()
            .files(f -> f.rowGroupRows(7).pageRows(3))
            .create();
    table.insert(generate(50, i -> row("id", i, "s", "v" + i)));
    table.commit().removeRows(table.file(0), 0, 6, 7, 20, 49).write();

    assertKernelReadsTheModel(table);
    assertThat(table.rows()).hasSize(45);
  }

  @Test
  void writesChangeFiles() throws Exception {
    TestTable table =
        TestTable.at(dir).schema("id long, p int").partitionedBy("p").changeDataFeed().create();
    table.insert(row("id", 1, "p", 1));
    table
        .commit()
        .operation("UPDATE")
        .remove(table.file(0))
        .add(row("id", 1, "p", 2))
        .cdc(
            change("update_preimage", row("id", 1, "p", 1)),
            change("update_postimage", row("id", 1, "p", 2)))
        .write();

    assertKernelReadsTheModel(table);
    assertThat(table.log().read(2)).hasSize(5);
    assertThat(action(table, 2, "cdc").get("path").textValue()).startsWith("_change_data/p=1/cdc-");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MILLIS_LOCAL")
  void writesEachTimestampEncoding(TimestampEncoding encoding) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, ts timestamp")
            .files(f -> f.timestamps(encoding))
            .create();
    table.insert(
        row("id", 1, "ts", "2024-03-10T10:00:00.123Z"), row("id", 2, "ts", "1900-01-01T00:00:01Z"));

    assertKernelReadsTheModel(table);
  }

  @Test
  void writesTimestampsNotAdjustedToUtc() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, ts timestamp").create();
    DataFile file =
        table.dataFile(
            List.of(row("id", 1, "ts", "2024-03-10T10:00:00.123Z")),
            f -> f.timestamps(TimestampEncoding.MILLIS_LOCAL));

    // Delta Kernel's reader rejects such a column.
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file.location()))) {
      assertThat(reader.getFileMetaData().getSchema().getType("ts").getLogicalTypeAnnotation())
          .isEqualTo(LogicalTypeAnnotation.timestampType(false, TimeUnit.MILLIS));
    }
  }

  @Test
  void writesACommitOfManyRows() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string, price decimal(10,2), at timestamp")
            .create();
    Instant start = Instant.parse("2024-01-01T00:00:00Z");
    table.insert(
        generate(
            200_000, i -> row("id", i, "name", "n" + i, "price", i, "at", start.plusSeconds(i))));

    assertThat(KernelReader.rows(dir)).hasSize(200_000);
  }

  private static JsonNode action(TestTable table, long version, String kind) throws Exception {
    for (String line : table.log().read(version)) {
      JsonNode node = new ObjectMapper().readTree(line);
      if (node.has(kind)) {
        return node.get(kind);
      }
    }
    throw new AssertionError("There is no " + kind + " in " + table.log().read(version));
  }
}
