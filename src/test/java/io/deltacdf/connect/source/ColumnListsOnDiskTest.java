package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.TableRuns.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Column lists with a real table whose schema changes. */
class ColumnListsOnDiskTest {
  @TempDir Path dir;

  private TestTable create(String schema) {
    return TestTable.at(dir)
        .schema(schema)
        .columnMapping("name")
        .typeWidening()
        .changeDataFeed()
        .create();
  }

  @Test
  void changesOfExcludedColumnsDoNotChangeTheRecords() throws Exception {
    TestTable table = create("id int, a string, x_one int, x_two string");
    table.insert(row("id", 1, "a", "a", "x_one", 1, "x_two", "2"));
    table.addColumns("x_three int");
    table.copyOnWrite().update(row -> true, set("a", "b"));
    table.widenColumn("x_one", "long");
    table.renameColumn("x_one", "x_1");
    table.copyOnWrite().update(row -> true, set("x_1", 5L));
    table.dropColumn("x_two");
    table.copyOnWrite().update(row -> true, set("a", "c"));

    List<SourceRecord> records =
        new TableRuns(table, "start.version", "0", "column.exclude.list", "x_.*").fromStart();

    assertThat(texts(records))
        .containsExactly("1 1 {id=1,a=a}", "3 1 {id=1,a=b}", "8 1 {id=1,a=c}");
    assertThat(records.stream().map(SourceRecord::valueSchema))
        .allSatisfy(schema -> assertThat(schema).isSameAs(records.get(0).valueSchema()));
  }

  @Test
  void aRenameFailsUntilTheListHasBothNames() throws Exception {
    TestTable table = create("id int, ssn string");
    table.insert(row("id", 1, "ssn", "x"));
    table.renameColumn("ssn", "tax_id");
    table.insert(row("id", 2, "tax_id", "y"));
    TableRuns one = new TableRuns(table, "start.version", "0", "column.exclude.list", "ssn");

    assertThatThrownBy(one::fromStart)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContaining("Version 2 of table 'orders' renames column 'ssn' to 'tax_id'");
    assertThat(
            texts(
                new TableRuns(
                        table,
                        "start.version",
                        "0",
                        "tables.orders.column.exclude.list",
                        "ssn,tax_id")
                    .fromStart()))
        .containsExactly("1 1 {id=1}", "3 2 {id=2}");
  }

  /** Both rows of an envelope, from any kind of file, with a schema that changes. */
  @Test
  void envelopesContainTheListedColumns() throws Exception {
    TestTable table = create("id int, a string, x int");
    table.insert(row("id", 1, "a", "a", "x", 1), row("id", 2, "a", "b", "x", 2));
    table.copyOnWrite().update(row -> row.get("id").equals(1), set("x", 5));
    table.copyOnWrite().update(row -> row.get("id").equals(1), set("a", "c"));
    table.renameColumn("a", "aa");
    table.overwrite(row("id", 1, "aa", "d", "x", 7), row("id", 2, "aa", "b", "x", 8));
    table.delete(row -> row.get("id").equals(2));
    String[] format = {
      "record.format", "debezium", "start.version", "0", "value.metadata.columns", null
    };

    assertThat(envelopes(table, format, "column.exclude.list", "x"))
        .containsExactly(
            "1 c null {id=1,a=a}",
            "1 c null {id=2,a=b}",
            "3 u {id=1,a=a} {id=1,a=c}",
            "5 u {id=1,aa=c} {id=1,aa=d}",
            "6 d {id=2,aa=b} null",
            "6 tombstone");
    assertThat(envelopes(table, format, "column.include.list", "a,aa", "skipped.operations", "d"))
        .containsExactly(
            "1 c null {a=a}", "1 c null {a=b}", "3 u {a=a} {a=c}", "5 u {aa=c} {aa=d}");
    assertThat(envelopes(table, format, "column.exclude.list", "x", "skipped.operations", "c,u"))
        .containsExactly("6 d {id=2,aa=b} null", "6 tombstone");
  }

  private static List<String> envelopes(TestTable table, String[] format, String... options)
      throws InterruptedException {
    String[] all = Stream.of(format, options).flatMap(Stream::of).toArray(String[]::new);
    return new TableRuns(table, all)
        .fromStart().stream()
            .map(
                record -> {
                  Object version = OnDisk.version(record);
                  if (record.value() == null) {
                    return version + " tombstone";
                  }
                  Struct value = (Struct) record.value();
                  return version
                      + " "
                      + value.get("op")
                      + " "
                      + fields(value.getStruct("before"))
                      + " "
                      + fields(value.getStruct("after"));
                })
            .toList();
  }

  private static String fields(Struct row) {
    return row == null
        ? "null"
        : row.schema().fields().stream()
            .map(field -> field.name() + "=" + row.get(field))
            .collect(Collectors.joining(",", "{", "}"));
  }

  @Test
  void aTableIsPublishedWithoutAnExcludedColumnThatCannotBeRead() throws Exception {
    TestTable table = create("id int, a string, span binary");
    table.insert(row("id", 1, "a", "a"), row("id", 2, "a", "b"));
    table.copyOnWrite().update(row -> row.get("id").equals(1), set("a", "c"));
    makeUnreadable(table);

    for (String list : new String[] {"column.exclude.list=span", "column.include.list=id,a"}) {
      String[] option = list.split("=", -1);
      assertThat(
              texts(new TableRuns(table, "start.version", "0", option[0], option[1]).fromStart()))
          .containsExactly("1 1 {id=1,a=a}", "1 2 {id=2,a=b}", "2 1 {id=1,a=c}");
      assertThat(texts(new TableRuns(table, option[0], option[1]).fromStart()))
          .containsExactlyInAnyOrder("2 1 {id=1,a=c}", "2 2 {id=2,a=b}");
    }
  }

  @Test
  void aColumnThatCannotBeReadIsNamedInTheError() throws Exception {
    TestTable table = create("id int, a string, span binary");
    makeUnreadable(table);

    for (String[] options :
        new String[][] {
          {"start.version", "0"},
          {"column.include.list", "span"},
          {"column.exclude.list", "span", "key", "Span"}
        }) {
      assertThatThrownBy(new TableRuns(table, options)::fromStart)
          .isInstanceOfSatisfying(
              DeltaCdfException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
          .hasMessageContainingAll(
              "Version 0 of table 'orders'",
              "column 'span' of type interval day",
              "tables.orders.column.exclude.list");
    }
  }

  private static void makeUnreadable(TestTable table) throws IOException {
    Path commit = table.faults().commitFile(0);
    String text = Files.readString(commit);
    assertThat(text).contains("\"binary\\\"");
    Files.writeString(commit, text.replace("\"binary\\\"", "\"interval day\\\""));
  }
}
