package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.TableRuns.columns;
import static io.deltacdf.connect.source.TableRuns.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TableMetadata;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every version is published with its own schema, which changes only if the version changes it. */
class SchemasByVersionTest {
  private static final String[] FROM_START = {"start.version", "0"};

  @TempDir Path dir;

  private TableBuilder table(String schema) {
    return TestTable.at(dir).schema(schema).changeDataFeed();
  }

  @Test
  void C39_anAddedColumnIsPublishedFromItsVersionOn() throws Exception {
    TestTable table = table("id int, a string not null").create();
    table.insert(row("id", 1, "a", "x"));
    table.addColumns("b string");
    table.dropNotNull("a");
    table.insert(row("id", 2, "a", null, "b", "y"));
    table.copyOnWrite().update(row -> row.get("id").equals(1), set("a", "z"));

    List<SourceRecord> records = new TableRuns(table, FROM_START).fromStart();

    assertThat(texts(records))
        .containsExactly("1 1 {id=1,a=x}", "4 2 {id=2,a=null,b=y}", "5 1 {id=1,a=z,b=null}");
    assertThat(new TableRuns(table).fromStart())
        .extracting(SourceRecord::valueSchema)
        .containsOnly(records.get(2).valueSchema());
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void C40_columnsHaveTheNamesOfEachVersionAndAReaddedColumnIsNew(String mode) throws Exception {
    TestTable table = table("id int, a string, b string").columnMapping(mode).create();
    table.insert(row("id", 1, "a", "a1", "b", "b1"), row("id", 2, "a", "a2", "b", "b2"));
    table.renameColumn("a", "c");
    table.copyOnWrite().update(row -> row.get("id").equals(1), set("c", "c1"));
    table.dropColumn("b");
    table.addColumns("b string");
    table.copyOnWrite().update(row -> row.get("id").equals(2), set("c", "c2"));

    assertThat(texts(new TableRuns(table, FROM_START).fromStart()))
        .containsExactly(
            "1 1 {id=1,a=a1,b=b1}",
            "1 2 {id=2,a=a2,b=b2}",
            "3 1 {id=1,c=c1,b=b1}",
            "6 2 {id=2,c=c2,b=null}");
  }

  @Test
  void C41_aWiderTypeIsPublishedFromItsVersionOnAndKeysKeepTheirBytes() throws Exception {
    TestTable table = table("id int, n int, f float").typeWidening().create();
    table.insert(row("id", 1, "n", 1, "f", 0.5f), row("id", 2, "n", 2, "f", 0.5f));
    table.widenColumn("n", "long");
    table.insert(row("id", 3, "n", 5_000_000_000L, "f", 0.5f));
    table.widenColumn("id", "long");
    table.widenColumn("f", "double");
    table.copyOnWrite().update(row -> row.get("id").equals(1L), set("f", 1e100));
    table.delete(row -> row.get("id").equals(2L));

    List<SourceRecord> records = new TableRuns(table, FROM_START).fromStart();

    assertThat(records.stream().filter(r -> r.value() != null).map(r -> columns(r.valueSchema())))
        .containsExactly(
            "id INT32, n INT32, f FLOAT32",
            "id INT32, n INT32, f FLOAT32",
            "id INT32, n INT64, f FLOAT32",
            "id INT64, n INT64, f FLOAT64");
    assertThat(texts(records).subList(2, 5))
        .containsExactly("3 3 {id=3,n=5000000000,f=0.5}", "6 1 {id=1,n=1,f=1.0E100}", "7 2");
    assertThat(records).extracting(SourceRecord::keySchema).containsOnly(Schema.INT64_SCHEMA);
    assertThat(records.get(3).key()).isEqualTo(records.get(0).key());
  }

  @Test
  void changesThatRecordsDoNotShowKeepTheirSchema() throws Exception {
    TestTable table = table("id int, a string").create();
    table.insert(row("id", 1, "a", "x"), row("id", 2, "a", "y"));
    table.setProperty("team", "orders");
    table.setProperty("delta.columnMapping.mode", "name");
    table.insert(row("id", 3, "a", "z"));
    TableMetadata before = table.metadata();
    var commit =
        table
            .commit()
            .operation("CREATE OR REPLACE TABLE")
            .metadata(
                new TableMetadata(
                    before.id(),
                    before.schema(),
                    List.of("a"),
                    before.properties(),
                    before.createdTime()));
    table.files().forEach(commit::remove);
    commit.addRows(List.of(row("id", 1, "a", "x"), row("id", 2, "a", "new"))).write();

    List<SourceRecord> records = new TableRuns(table, FROM_START).fromStart();

    // A new partitioning does not publish the remaining rows again.
    assertThat(texts(records))
        .containsExactly(
            "1 1 {id=1,a=x}", "1 2 {id=2,a=y}", "4 3 {id=3,a=z}", "5 3", "5 2 {id=2,a=new}");
    Schema schema = records.get(0).valueSchema();
    assertThat(records)
        .filteredOn(record -> record.value() != null)
        .allSatisfy(record -> assertThat(record.valueSchema()).isSameAs(schema));
  }

  private static TableRuns rewriting(TestTable table) {
    return new TableRuns(
        table,
        "start.version",
        "0",
        "delete.tombstone.handling.mode",
        "rewrite",
        "value.metadata.columns",
        "_change_type");
  }

  @Test
  void anOverwriteWithANewSchemaDeletesRowsWithTheOldSchema() throws Exception {
    TestTable table = table("id int, a string, n int").create();
    table.insert(row("id", 1, "a", "x", "n", 7), row("id", 2, "a", "y", "n", 8));
    table.overwrite(
        SchemaParser.schema("n long, id int, b string"), List.of(row("n", 9L, "id", 2, "b", "B")));

    List<SourceRecord> records = rewriting(table).fromStart();

    assertThat(texts(records))
        .containsExactly(
            "1 1 {id=1,a=x,n=7,_change_type=insert}",
            "1 2 {id=2,a=y,n=8,_change_type=insert}",
            "2 1 {id=1,a=x,n=7,_change_type=delete}",
            "2 2 {n=9,id=2,b=B,_change_type=update_postimage}");
  }

  @Test
  void deletesFromChangeFilesHaveTheSchemaOfTheVersion() throws Exception {
    TestTable table = table("id int, a string").create();
    table.insert(row("id", 1, "a", "x"), row("id", 2, "a", "y"));
    table
        .commit()
        .operation("MERGE")
        .schema(SchemaParser.schema("id int, a string, b string"))
        .remove(table.file(0))
        .add(row("id", 2, "a", "Y", "b", "B"))
        .cdc(
            row("id", 1, "a", "x", "b", null, "_change_type", "delete"),
            row("id", 2, "a", "y", "b", null, "_change_type", "update_preimage"),
            row("id", 2, "a", "Y", "b", "B", "_change_type", "update_postimage"))
        .write();

    List<SourceRecord> records = rewriting(table).fromStart();

    assertThat(texts(records).subList(2, 4))
        .containsExactly(
            "2 1 {id=1,a=x,b=null,_change_type=delete}",
            "2 2 {id=2,a=Y,b=B,_change_type=update_postimage}");
    assertThat(records.get(2).valueSchema()).isSameAs(records.get(3).valueSchema());
  }

  @Test
  void snapshotAndChangesOfAVersionHaveTheSameSchema() throws Exception {
    TestTable table = table("id int, a string, s struct<x:int>").columnMapping("name").create();
    table.insert(row("id", 1, "a", "x", "s", row("x", 1)));
    table.renameColumn("a", "c");
    table.insert(row("id", 2, "c", "y", "s", row("x", 2)));
    table.addColumns("d date");
    table.insert(row("id", 3, "c", "z", "s", row("x", 3), "d", "2026-01-01"));
    TableRuns published = new TableRuns(table, FROM_START);

    for (SourceRecord change : published.fromStart()) {
      long version = (Long) change.sourceOffset().get("version");
      assertThat(published.snapshotOf(version))
          .isNotEmpty()
          .extracting(SourceRecord::valueSchema)
          .containsOnly(change.valueSchema());
    }
  }

  @Test
  void anUnsafeChangeFailsAfterThePreviousVersionsAndAgainAfterARestart() throws Exception {
    TestTable table = table("id int, price decimal(6,2)").typeWidening().create();
    table.insert(row("id", 1, "price", "1.50"));
    List<SourceRecord> before = new TableRuns(table).fromStart();
    table.insert(row("id", 2, "price", "2.50"));
    table.widenColumn("price", "decimal(9,3)");
    table.insert(row("id", 3, "price", "3.505"));

    assertThatThrownBy(() -> new TableRuns(table, FROM_START).fromStart())
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_SCHEMA_CHANGE))
        .hasMessageContainingAll(
            "Version 3 of table 'orders'", "'price' from decimal(6,2) to decimal(9,3)");
    // The change was made while the connector was down: the old schema is that of the offset.
    assertThatThrownBy(() -> new TableRuns(table).after(before.get(0)))
        .hasMessageContaining("Version 3 of table 'orders'");
    assertThatThrownBy(() -> new TableRuns(table).after(Map.of("version", 2L)))
        .hasMessageContaining("Version 3 of table 'orders'");
    assertThat(texts(new TableRuns(table).after(Map.of("version", 3L))))
        .containsExactly("4 3 {id=3,price=3.505}");
    assertThat(texts(new TableRuns(table, "unsafe.schema.change", "publish").after(before.get(0))))
        .containsExactly("2 2 {id=2,price=2.50}", "4 3 {id=3,price=3.505}");
    assertThat(texts(new TableRuns(table, "decimal.handling.mode", "string").after(before.get(0))))
        .containsExactly("2 2 {id=2,price=2.50}", "4 3 {id=3,price=3.505}");
  }

  @Test
  void anOverwriteThatReplacesATypePublishesNothing() throws Exception {
    TestTable table = table("id int, v string").create();
    table.insert(row("id", 1, "v", "x"));
    TableRuns published = new TableRuns(table);
    List<SourceRecord> before = published.fromStart();
    table.overwrite(
        SchemaParser.schema("id int, v date"), List.of(row("id", 2, "v", "2026-01-01")));

    assertThatThrownBy(() -> published.after(before.get(0)))
        .hasMessageContaining("'v' from string to date");
    assertThat(texts(new TableRuns(table, "unsafe.schema.change", "publish").after(before.get(0))))
        .containsExactly("2 1", "2 2 {id=2,v=20454}");
  }

  @Test
  void afterALogCleanupTheFirstLoadableSchemaIsUsedIfNothingLiesBetween() throws Exception {
    TestTable table = table("id int, v string").create();
    table.insert(row("id", 1, "v", "x"));
    SourceRecord last = new TableRuns(table).fromStart().get(0);
    table.insert(row("id", 2, "v", "y"));
    table.checkpoint();
    table.addColumns("n int");
    table.insert(row("id", 3, "v", "z", "n", 1));
    table.faults().dropVersionsBefore(2);

    assertThat(texts(new TableRuns(table).after(last)))
        .containsExactly("2 2 {id=2,v=y}", "4 3 {id=3,v=z,n=1}");

    table.checkpoint();
    table.faults().dropVersionsBefore(3);
    Files.delete(table.directory().resolve("_delta_log/00000000000000000002.checkpoint.parquet"));

    assertThatThrownBy(() -> new TableRuns(table).after(Map.of("version", 2L)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_TRUNCATED))
        .hasMessageContaining("version 3 may have changed it");
  }
}
