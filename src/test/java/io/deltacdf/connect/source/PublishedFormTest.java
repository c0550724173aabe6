package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.TableRuns.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** After a restart, keys and types are compared with those that are published. */
class PublishedFormTest {
  @TempDir Path dir;

  /** Makes a table whose version 1 has one row. */
  private TestTable orders() {
    return orders("t");
  }

  private TestTable orders(String directory) {
    TestTable table =
        TestTable.at(dir.resolve(directory))
            .schema("id long, no long, day date, v decimal(6,2)")
            .changeDataFeed()
            .columnMapping("name")
            .create();
    table.insert(
        row("id", 1, "no", 7, "day", LocalDate.of(2026, 1, 2), "v", new BigDecimal("1.50")));
    return table;
  }

  private static void assertOtherKeys(TableRuns runs, SourceRecord last, String... texts) {
    assertThatThrownBy(() -> runs.after(last))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("The keys of table 'orders' would change", "'delta.orders'")
        .hasMessageContainingAll(texts);
  }

  @ParameterizedTest
  @CsvSource({
    "id, key.format, struct, struct delta.orders.Key(id: integer as int64) of 'id'",
    "id, key, no, integer as int64 of 'no'",
    "id, key, 'id,no', struct delta.orders.Key",
    "day, time.precision.mode, isostring, 'date as string of'",
    "v, decimal.handling.mode, string, 'decimal(6,2) as string'",
    "'id,no', key.format, string, 'string(integer, integer) with delimiter |'",
  })
  void optionsThatChangeTheKeysAreReportedAtOnce(
      String key, String option, String value, String text) throws Exception {
    TestTable table = orders();
    SourceRecord last = new TableRuns(table, "key", key).fromStart().get(0);

    // No commit follows.
    assertOtherKeys(new TableRuns(table, "key", key, option, value), last, text, "Set the options");
    table.insert(row("id", 2, "no", 8));
    assertOtherKeys(new TableRuns(table, "key", key, option, value), last, text, "new topic");
  }

  @ParameterizedTest
  @CsvSource({
    "decimal.handling.mode, string",
    "float.special.handling, text",
    "time.precision.mode, isostring",
    "column.exclude.list, v",
    "key, ID",
    "key.format, string",
    "schema.nullability, table",
  })
  void optionsThatKeepTheKeysAreNot(String option, String value) throws Exception {
    TestTable table = orders();
    SourceRecord last = new TableRuns(table).fromStart().get(0);
    table.insert(row("id", 2, "no", 8));

    assertThat(new TableRuns(table, option, value).after(last))
        .extracting(SourceRecord::key)
        .containsExactly(2L);
  }

  @Test
  void aTableThatFailedAtNaNContinuesInTheMiddleOfTheVersionWithAnotherMode() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, v double").changeDataFeed().create();
    table.insert(
        row("id", 1, "v", 0.5),
        row("id", 2, "v", 1.5),
        row("id", 3, "v", Double.NaN),
        row("id", 4, "v", 2.5));
    List<SourceRecord> records = new ArrayList<>();
    TableRuns fail = new TableRuns(table, "start.version", "0", "float.special.handling", "fail");
    try (TableReader reader = fail.reader(Optional.empty(), records)) {
      assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
          .hasMessageContainingAll("version 1 of table 'orders'", "has NaN in column 'v'");
    }
    assertThat(texts(records)).startsWith("1 1 {id=1,v=0.5}").doesNotContain("1 4 {id=4,v=2.5}");

    SourceRecord last = records.get(records.size() - 1);
    records.addAll(new TableRuns(table, "float.special.handling", "null").after(last));
    assertThat(texts(records))
        .containsExactly(
            "1 1 {id=1,v=0.5}", "1 2 {id=2,v=1.5}", "1 3 {id=3,v=null}", "1 4 {id=4,v=2.5}");
  }

  @Test
  void aKeyForATableWithoutOneIsReported() throws Exception {
    TestTable table = orders();
    TableRuns keyless =
        new TableRuns(
            table,
            "key",
            "",
            "commit.consolidation",
            "none",
            "value.metadata.columns",
            "_change_type");
    SourceRecord last = keyless.fromStart().get(0);

    assertThat(keyless.after(last)).isEmpty();
    assertOtherKeys(new TableRuns(table), last, "so far they are none");
  }

  @Test
  void anOffsetWithAVersionOnlyAcceptsOtherKeys() throws Exception {
    TestTable table = orders();
    new TableRuns(table).fromStart();
    table.insert(row("id", 2, "no", 8));

    assertThat(new TableRuns(table, "key", "no").after(Map.of("version", 1)))
        .extracting(SourceRecord::key)
        .containsExactly(8L);
  }

  /**
   * Returns the records after the first row of a table that changes and then needs a new snapshot.
   *
   * @param restart whether the reader stops before the changes and then finds a truncated log;
   *     otherwise it runs on and finds that a file of the next version is gone
   * @param change changes the table, and then replaces its files
   */
  private static List<SourceRecord> afterLoss(
      TestTable table, boolean restart, Consumer<TestTable> change, String... options)
      throws InterruptedException {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "snapshot.mode";
    all[options.length + 1] = "when_needed";
    TableRuns runs = new TableRuns(table, all);
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader = runs.reader(Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);
      Map<String, ?> offset = records.get(0).sourceOffset();
      records.clear();
      table.insert(row("id", 2, "no", 8));
      DataFile lost = table.file(1);
      change.accept(table);
      if (restart) {
        table.checkpoint();
        table.faults().dropVersionsBefore(table.version());
        return runs.after(offset);
      }
      table.faults().deleteFile(lost);
      ReaderRuns.runUntilIdle(reader);
      return records;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNewSnapshotWithAnotherKeyTypeFails(boolean restart) {
    TestTable table = orders();

    assertThatThrownBy(
            () ->
                afterLoss(
                    table,
                    restart,
                    it ->
                        it.overwrite(
                            SchemaParser.schema("id string, no long"),
                            List.of(row("id", "3", "no", 9)))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("'orders'", "string", "new topic");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNewSnapshotFollowsARenamedKeyEvenIfItsNameIsUsedAgain(boolean restart) throws Exception {
    List<SourceRecord> records =
        afterLoss(
            orders(),
            restart,
            it -> {
              it.renameColumn("id", "former");
              it.renameColumn("no", "id");
              it.overwrite(row("former", 3, "id", 9));
            });

    assertThat(records).extracting(SourceRecord::key).containsExactly(3L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNewSnapshotWithAnUnsafeTypeFailsUnlessItMayBePublished(boolean restart) throws Exception {
    Consumer<TestTable> change =
        it ->
            it.overwrite(
                SchemaParser.schema("id long, no string, added int"),
                List.of(row("id", 3, "no", "9", "added", 1)));

    assertThatThrownBy(() -> afterLoss(orders(), restart, change))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_SCHEMA_CHANGE))
        .hasMessageContaining("'no' from long to string");
    assertThat(texts(afterLoss(orders("u"), restart, change, "unsafe.schema.change", "publish")))
        .containsExactly("3 3 {id=3,no=9,added=1}");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNewSnapshotFollowsSafeChanges(boolean restart) throws Exception {
    List<SourceRecord> records =
        afterLoss(
            orders(),
            restart,
            it -> {
              it.dropColumn("v");
              it.addColumns("added string");
              it.overwrite(row("id", 3, "no", 9, "added", "x"));
            });

    assertThat(records).extracting(SourceRecord::key).containsExactly(3L);
  }

  /** Otherwise a column that was left out on purpose would be published unnoticed. */
  @ParameterizedTest
  @CsvSource({
    "false, exclude, no",
    "true, exclude, no",
    "false, include, 'id,no'",
    "true, include, 'id,no'"
  })
  void aNewSnapshotWithARenamedListedColumnFailsUntilTheListHasBothNames(
      boolean restart, String kind, String list) throws Exception {
    Consumer<TestTable> change =
        it -> {
          it.addColumns("added string");
          it.renameColumn("no", "größe, neu");
          it.overwrite(row("id", 3, "größe, neu", 9));
        };
    String option = "tables.orders.column." + kind + ".list";

    assertThatThrownBy(() -> afterLoss(orders(), restart, change, option, list))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContaining("renames column 'no' to 'größe, neu'");
    List<SourceRecord> both = afterLoss(orders("both"), restart, change, option, list + ",größe.*");
    assertThat(both).extracting(SourceRecord::key).containsExactly(3L);
  }

  /** A list that is changed on purpose is not a rename. */
  @Test
  void aNewSnapshotAfterARestartFollowsAnotherList() throws Exception {
    TestTable table = orders();
    Map<String, ?> offset =
        new TableRuns(table, "column.exclude.list", "no").fromStart().get(0).sourceOffset();
    table.renameColumn("v", "w");
    table.overwrite(row("id", 3, "no", 9));
    table.checkpoint();
    table.faults().dropVersionsBefore(table.version());

    assertThat(offset.get("columns"))
        .asString()
        .matches("id=\\w{16},no=\\w{16},day=\\w{16},v=\\w{16}");
    assertThat(texts(new TableRuns(table, "snapshot.mode", "when_needed").after(offset)))
        .singleElement()
        .asString()
        .contains("no=9");
  }
}
