package io.deltacdf.connect.cli;

import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.hidden;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RawChangeRowsTest {
  private final FakeTable table = new FakeTable("orders", 2);
  private final TableState state = FakeStates.state("t", true, "id long, name string");
  private long counted;

  @Test
  void changesHaveTheOrderOfFilesAndRowsAndTheMetadataColumns() throws Exception {
    Commit commit =
        table.commit(
            3,
            state,
            state,
            cdc("cdc-0", state, preimage(1L, "a"), postimage(1L, "b"), insert(2L, null)),
            removed("part-0", state, delete(9L, "z")));
    assertThat(lines(rows -> rows.write(commit)))
        .containsExactly(
            "{\"id\":1,\"name\":\"a\",\"_change_type\":\"update_preimage\","
                + "\"_commit_version\":3,\"_commit_timestamp\":\"1970-01-01T00:00:03.000000Z\"}",
            "{\"id\":1,\"name\":\"b\",\"_change_type\":\"update_postimage\","
                + "\"_commit_version\":3,\"_commit_timestamp\":\"1970-01-01T00:00:03.000000Z\"}",
            "{\"id\":2,\"name\":null,\"_change_type\":\"insert\","
                + "\"_commit_version\":3,\"_commit_timestamp\":\"1970-01-01T00:00:03.000000Z\"}",
            "{\"id\":9,\"name\":\"z\",\"_change_type\":\"delete\","
                + "\"_commit_version\":3,\"_commit_timestamp\":\"1970-01-01T00:00:03.000000Z\"}");
    assertThat(counted).isEqualTo(4);
    assertThat(table.openHandles()).isZero();
  }

  @Test
  void snapshotsHaveNoMetadataColumns() throws Exception {
    var snapshot =
        table.snapshot(
            5, state, added("b", state, insert(2L, "b")), added("a", state, insert(1L, "a")));
    assertThat(lines(rows -> rows.write(snapshot)))
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void rowsHiddenByADeletionVectorAreLeftOut() throws Exception {
    Commit commit =
        table.commit(
            1, state, state, added("a", state, hidden(1L, "x"), insert(2L, "y"), hidden(3L, "z")));
    assertThat(lines(rows -> rows.write(commit))).singleElement().asString().contains("\"id\":2");
  }

  @Test
  void eachFileIsWrittenWithTheSchemaOfItsVersion() throws Exception {
    TableState wider = FakeStates.state("t", true, "id long, name string, age integer");
    Commit commit =
        table.commit(
            2,
            state,
            wider,
            added("new", wider, insert(1L, "a", 7)),
            removed("old", state, delete(1L, "a")));
    List<String> lines = lines(rows -> rows.write(commit));
    assertThat(lines.get(0)).startsWith("{\"id\":1,\"name\":\"a\",\"age\":7,\"_change_type\"");
    assertThat(lines.get(1)).startsWith("{\"id\":1,\"name\":\"a\",\"_change_type\"");
  }

  @Test
  void commitsThatChangedDataWhileTheFeedWasOffFail() throws Exception {
    TableState off = FakeStates.state("t", false, "id long, name string");
    Commit metadataOnly = table.commit(1, off, off);
    Commit data = table.commit(2, off, off, added("a", off, insert(1L, "a")));
    assertThat(lines(rows -> rows.write(metadataOnly))).isEmpty();
    assertThatThrownBy(() -> lines(rows -> rows.write(data)))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("'orders'")
        .hasMessageContaining("version 2")
        .extracting(e -> ((DeltaCdfException) e).code())
        .isEqualTo(ErrorCode.CHANGE_FEED_OFF);
  }

  @Test
  void removedAndAddedFilesBecomePreimagesAndPostimagesByRowId() throws Exception {
    TableState tracked =
        FakeStates.state("t", Map.of("delta.enableRowTracking", "true"), "id long, name string");
    Commit commit =
        table.commit(
            2,
            tracked,
            tracked,
            added(
                "new",
                tracked,
                insert(1L, "A").tracked(10, 2),
                insert(2L, "b").tracked(11, 1),
                insert(4L, "d").tracked(20, 2)),
            removed(
                "old",
                tracked,
                delete(1L, "a").tracked(10, 1),
                delete(2L, "b").tracked(11, 1),
                delete(3L, "c").tracked(12, 1)));

    for (int maxRowIds : new int[] {10, 1}) {
      assertThat(lines(ChangeFeed.AUTO, maxRowIds, rows -> rows.write(commit)))
          .extracting(line -> line.replaceFirst(",\"_commit_version\":2,.*", ""))
          .containsExactlyInAnyOrder(
              "{\"id\":1,\"name\":\"a\",\"_change_type\":\"update_preimage\"",
              "{\"id\":1,\"name\":\"A\",\"_change_type\":\"update_postimage\"",
              "{\"id\":3,\"name\":\"c\",\"_change_type\":\"delete\"",
              "{\"id\":4,\"name\":\"d\",\"_change_type\":\"insert\"");
    }
  }

  @Test
  void withoutRowIdsRemovedRowsFailAndAppendedRowsAreWritten() throws Exception {
    TableState off = FakeStates.state("t", false, "id long, name string");
    Commit append = table.commit(2, off, off, added("a", off, insert(1L, "a")));
    Commit update =
        table.commit(
            3, off, off, added("b", off, insert(1L, "b")), removed("a", off, delete(1L, "a")));
    assertThat(lines(ChangeFeed.AUTO, 10, rows -> rows.write(append))).hasSize(1);
    assertThatThrownBy(() -> lines(ChangeFeed.AUTO, 10, rows -> rows.write(update)))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("'orders'", "version 3", "row tracking", "--key")
        .extracting(e -> ((DeltaCdfException) e).code())
        .isEqualTo(ErrorCode.CHANGE_FEED_OFF);
  }

  @Test
  void theCommitThatTurnsTheFeedOnIsPrinted() throws Exception {
    TableState off = FakeStates.state("t", false, "id long, name string");
    Commit commit = table.commit(2, off, state, added("a", state, insert(1L, "a")));
    assertThat(lines(rows -> rows.write(commit))).hasSize(1);
  }

  private interface Writing {
    void to(RawChangeRows rows) throws Exception;
  }

  private List<String> lines(Writing writing) throws Exception {
    return lines(ChangeFeed.REQUIRE, 10, writing);
  }

  private List<String> lines(ChangeFeed changeFeed, int maxRowIds, Writing writing)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonLines lines = new JsonLines(out)) {
      writing.to(new RawChangeRows(table, changeFeed, maxRowIds, lines, rows -> counted += rows));
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
