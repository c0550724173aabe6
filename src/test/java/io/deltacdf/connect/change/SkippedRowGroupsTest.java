package io.deltacdf.connect.change;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.FileOptions;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Row groups of change files that have no rows for a pass are not read, and nothing changes. */
class SkippedRowGroupsTest {
  private static final CommitOptions BY_KEY = options(Consolidation.KEY, false, false);
  private static final CommitOptions ROWS = options(Consolidation.NONE, false, false);

  private static final List<CommitOptions> ALL_OPTIONS =
      List.of(
          BY_KEY,
          options(Consolidation.KEY, false, true),
          ROWS,
          options(Consolidation.NONE, true, false),
          options(Consolidation.NONE, false, true));

  @TempDir Path dir;
  private TestTable written;
  private DeltaTable table;

  private static CommitOptions options(
      Consolidation consolidation, boolean preimages, boolean before) {
    return new CommitOptions(ChangeFeed.AUTO, consolidation, true, 4, true, preimages, before);
  }

  private static final ReadColumns COLUMNS =
      new ReadColumns() {
        @Override
        public KeyColumns key(TableSchema schema) {
          return new KeyColumns(List.of(0));
        }

        @Override
        public int[] wholeRows(TableSchema schema) {
          return new int[] {0, 1};
        }

        @Override
        public int[] deletedRows(TableSchema schema) {
          return new int[] {0};
        }
      };

  /** What a commit publishes, and how many rows were read for it in all passes. */
  private record Result(List<String> changes, long orphans, long repeated, long readRows) {
    String published() {
      return changes + " " + orphans + " " + repeated;
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("deltacdf.full") ? 400 : 25);
  }

  @BeforeEach
  void create() {
    written = TestTable.at(dir).schema("id long, s string").changeDataFeed().create();
    table = DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  @Test
  void aPassReadsOnlyTheRowGroupsWithItsChanges() throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(change("delete", row("id", 1, "s", "a")));
    rows.add(change("delete", row("id", 2, "s", "a")));
    for (int id = 10; id < 20; id += 2) {
      rows.add(change("insert", row("id", id, "s", "a")));
      rows.add(change("insert", row("id", id + 1, "s", "a")));
      rows.add(change("update_preimage", row("id", 100 + id, "s", "a")));
      rows.add(change("update_postimage", row("id", 100 + id, "s", "b")));
    }
    Commit plain = commit(rows, options -> options.rowGroupRows(2).noFooterStatistics());
    Commit known = commit(rows, options -> options.rowGroupRows(2));

    assertThat(run(plain, ROWS).readRows()).isEqualTo(2 * 22);
    // The first pass reads the deletes, and the second one all other rows.
    assertThat(run(known, ROWS).readRows()).isEqualTo(22);
    assertThat(run(known, ROWS).published()).isEqualTo(run(plain, ROWS).published());
    // The keys of all rows, then the rows that are not inserted, and those that are not deleted.
    assertThat(run(plain, BY_KEY).readRows()).isEqualTo(4 * 22);
    assertThat(run(known, BY_KEY).readRows()).isEqualTo(22 + 20 + 12 + 20);
    assertThat(run(known, BY_KEY).published()).isEqualTo(run(plain, BY_KEY).published());
  }

  /** A preimage and the postimage after rows that are left out are no pair in any pass. */
  @ParameterizedTest
  @MethodSource("seeds")
  void statisticsDoNotChangeWhatIsPublished(long seed) throws Exception {
    Random random = new Random(seed);
    List<Map<String, Object>> rows = new ArrayList<>();
    String[] types = {"insert", "delete", "update_preimage", "update_postimage"};
    int keys = 3 + random.nextInt(10);
    while (rows.size() < 40) {
      String type = types[random.nextInt(types.length)];
      for (int i = random.nextInt(6); i >= 0; i--) {
        long key = random.nextInt(keys);
        if (type.equals("update_preimage") && random.nextBoolean()) {
          rows.add(change(type, row("id", key, "s", "a")));
          rows.add(
              change("update_postimage", row("id", key, "s", "ab".substring(i % 2, 1 + i % 2))));
        } else {
          rows.add(change(type, row("id", key, "s", "" + random.nextInt(2))));
        }
      }
    }
    int groupRows = 1 + random.nextInt(5);
    Commit plain = commit(rows, options -> options.rowGroupRows(groupRows).noFooterStatistics());
    Commit known = commit(rows, options -> options.rowGroupRows(groupRows));

    for (CommitOptions options : ALL_OPTIONS) {
      Result expected = run(plain, options);
      Result found = run(known, options);
      assertThat(found.published()).as("%s", options).isEqualTo(expected.published());
      assertThat(found.readRows()).isLessThanOrEqualTo(expected.readRows());
      int count = expected.changes().size();
      Position from = count == 0 ? null : positions.get(random.nextInt(count));
      assertThat(run(known, options, from).published())
          .as("%s from %s", options, from)
          .isEqualTo(run(plain, options, inFileOf(plain, from)).published());
    }
  }

  /** The deletes between the two are left out where postimages are looked up and published. */
  @Test
  void aPreimageAndAPostimageAroundARowGroupThatIsLeftOutAreNoPair() throws Exception {
    List<Map<String, Object>> rows =
        List.of(
            change("update_preimage", row("id", 1, "s", "a")),
            change("delete", row("id", 2, "s", "a")),
            change("update_postimage", row("id", 1, "s", "a")));
    Commit known = commit(rows, options -> options.rowGroupRows(1));

    Result byKey = run(known, BY_KEY);
    assertThat(byKey.changes()).containsExactly("DELETE 2 -");
    assertThat(byKey.repeated()).isZero();
    assertThat(run(known, options(Consolidation.NONE, false, true)).changes())
        .containsExactly("DELETE 2 -", "UPDATE - 1a");
  }

  @Test
  void aChangeTypeThatIsNotDefinedIsFoundInARowGroupOfItsOwn() throws Exception {
    List<Map<String, Object>> rows =
        List.of(
            change("insert", row("id", 1, "s", "a")), change("exchange", row("id", 2, "s", "a")));
    Commit commit = commit(rows, options -> options.rowGroupRows(1));

    for (CommitOptions options : ALL_OPTIONS) {
      assertThatThrownBy(() -> run(commit, options))
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_CORRUPT))
          .hasMessageContaining("'exchange'");
    }
  }

  private final List<Position> positions = new ArrayList<>();

  private static Position inFileOf(Commit commit, Position position) {
    return position == null
        ? null
        : new Position(
            position.partition(),
            position.phase(),
            position.fileIndex(),
            commit.files().get(position.fileIndex()).path(),
            position.row());
  }

  private Commit commit(List<Map<String, Object>> rows, Consumer<FileOptions> options) {
    written.commit().cdcRows(rows, options).write();
    try (CommitLog log = table.follow(LogPosition.before(written.version()))) {
      return log.next();
    }
  }

  private Result run(Commit commit, CommitOptions options) throws InterruptedException {
    return run(commit, options, null);
  }

  private Result run(Commit commit, CommitOptions options, Position from)
      throws InterruptedException {
    List<String> changes = new ArrayList<>();
    positions.clear();
    try (VersionChanges open = CommitChanges.open(table, commit, options, COLUMNS, from)) {
      boolean more = true;
      while (more) {
        more =
            open.next(
                change -> {
                  changes.add(
                      change.operation()
                          + text(change.before(), change.beforeRow())
                          + text(change.after(), change.afterRow())
                          + value(change));
                  positions.add(change.position());
                });
      }
      return new Result(changes, open.orphanPreimages(), open.repeatedKeys(), open.readRows());
    }
  }

  private static String value(Change change) {
    ColumnBatch after = change.after();
    return after == null ? "" : after.column(1).stringAt(change.afterRow());
  }

  private static String text(ColumnBatch batch, int row) {
    return batch == null ? " -" : " " + batch.column(0).longAt(row);
  }
}
