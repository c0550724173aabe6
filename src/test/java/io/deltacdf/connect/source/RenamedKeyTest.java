package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.TableRuns.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key follows its columns through renames, with a restart after any record. */
class RenamedKeyTest {
  @TempDir Path dir;

  private TestTable table(String mode) {
    TestTable table =
        TestTable.at(dir).schema("id long, v string").changeDataFeed().columnMapping(mode).create();
    table.insert(row("id", 1, "v", "a"), row("id", 2, "v", "b"));
    return table;
  }

  /** Renames the key, gives its name to another column and renames it again, with rows between. */
  private static void rename(TestTable table) {
    table.renameColumn("id", "no");
    table.insert(row("no", 3, "v", "c"), row("no", 4, "v", "d"));
    table.addColumns("id long");
    table
        .copyOnWrite()
        .update(row -> row.get("no").equals(1L) || row.get("no").equals(2L), set("id", 77L));
    table.renameColumn("no", "number");
    table.delete(row -> row.get("number").equals(2L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void aRestartAfterAnyRecordResumesWithTheRest(String mode) throws Exception {
    TestTable table = table(mode);
    rename(table);
    TableRuns published = new TableRuns(table, "start.version", "0");

    List<SourceRecord> records = published.fromStart();

    assertThat(texts(records))
        .containsExactly(
            "1 1 {id=1,v=a}",
            "1 2 {id=2,v=b}",
            "3 3 {no=3,v=c}",
            "3 4 {no=4,v=d}",
            "5 1 {no=1,v=a,id=77}",
            "5 2 {no=2,v=b,id=77}",
            "7 2");
    for (int i = 0; i < records.size(); i++) {
      assertThat(published.after(records.get(i)))
          .as("after %s", records.get(i).sourceOffset())
          .isEqualTo(records.subList(i + 1, records.size()));
    }
  }

  @Test
  void offsetsContainTheKeyIdentityOnlyWhileTheNameDiffers() throws Exception {
    TestTable table = table("name");
    rename(table);
    table.renameColumn("id", "other");
    table.renameColumn("number", "ID");
    table.insert(row("ID", 9, "v", "z", "other", 1));

    List<SourceRecord> records = new TableRuns(table, "start.version", "0").fromStart();

    assertThat(records)
        .extracting(record -> record.sourceOffset().get("key") != null)
        // In the middle of version 3 the schema before it applies, which already has the new name.
        .containsExactly(false, false, true, true, true, true, true, false);
    assertThat(records.get(2).sourceOffset().get("key"))
        .asString()
        .matches("[0-9a-f]{16}")
        .isEqualTo(records.get(6).sourceOffset().get("key"));
  }

  @Test
  void unreportedOffsetsContainTheKeyIdentityToo() throws Exception {
    TestTable table = table("name");
    TableRuns published = new TableRuns(table);
    List<SourceRecord> before = published.fromStart();
    table.renameColumn("id", "no");

    SourceOffset progress = published.unreportedAfter(before.get(1)).orElseThrow();
    table.insert(row("no", 3, "v", "c"));

    assertThat(progress.version()).isEqualTo(2);
    assertThat(progress.keyIdentity()).isPresent();
    assertThat(texts(published.after(SourceOffsetCodec.write(progress))))
        .containsExactly("3 3 {no=3,v=c}");
  }

  @Test
  void theNewNameCanBeConfiguredAfterTheRenameIsPublished() throws Exception {
    TestTable table = table("name");
    rename(table);
    List<SourceRecord> records = new TableRuns(table, "start.version", "0").fromStart();

    assertThat(new TableRuns(table, "key", "no").after(records.get(3)))
        .extracting(SourceRecord::key)
        .containsExactly(1L, 2L, 2L);
  }

  @Test
  void anOffsetWrittenByAPersonNeedsTheKeyNameOfItsVersion() throws Exception {
    TestTable table = table("name");
    rename(table);

    assertThatThrownBy(() -> new TableRuns(table).after(Map.of("version", 2L)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("no column 'id' in version", "renamed");
    assertThat(texts(new TableRuns(table, "key", "no").after(Map.of("version", 2L))))
        .containsExactly(
            "3 3 {no=3,v=c}",
            "3 4 {no=4,v=d}",
            "5 1 {no=1,v=a,id=77}",
            "5 2 {no=2,v=b,id=77}",
            "7 2");
  }

  @Test
  void followsARenameMadeWhileTheConnectorWasDown() throws Exception {
    TestTable table = table("name");
    TableRuns published = new TableRuns(table);
    List<SourceRecord> before = published.fromStart();
    rename(table);

    assertThat(published.after(before.get(1)))
        .extracting(SourceRecord::key)
        .containsExactly(3L, 4L, 1L, 2L, 2L);
  }

  @Test
  void aStructKeyCannotBeRenamedEvenAfterARestart() throws Exception {
    TestTable table = table("name");
    TableRuns published = new TableRuns(table, "key.format", "struct");
    List<SourceRecord> before = published.fromStart();
    rename(table);

    assertThatThrownBy(() -> published.after(before.get(1)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("Version 2", "renames key column 'id' to 'no'", "new snapshot");
  }

  @Test
  void aDroppedKeyColumnFailsEvenIfItIsAddedAgain() throws Exception {
    TestTable table = table("name");
    TableRuns published = new TableRuns(table);
    List<SourceRecord> before = published.fromStart();
    table.dropColumn("id");
    table.addColumns("id long");
    table.insert(row("v", "c", "id", 3));

    assertThatThrownBy(() -> published.after(before.get(1)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("Version 2 of table 'orders' drops the key column 'id'");
  }

  @Test
  void anOverwriteMayReplaceTheKeyColumnOnlyByOneOfTheSameType() throws Exception {
    TestTable table = table("name");
    TableRuns published = new TableRuns(table);
    List<SourceRecord> before = published.fromStart();
    table.overwrite(
        SchemaParser.schema("v string, id long"),
        List.of(row("v", "b", "id", 2), row("v", "c", "id", 3)));

    assertThat(published.after(before.get(1)))
        .extracting(SourceRecord::key)
        .containsExactly(1L, 2L, 3L);

    table.overwrite(SchemaParser.schema("v string, id string"), List.of(row("v", "b", "id", "2")));

    assertThatThrownBy(() -> published.after(before.get(1)))
        .hasMessageContainingAll("Version 3", "key column 'id' from long to string");
  }
}
