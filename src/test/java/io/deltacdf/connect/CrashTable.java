package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.with;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.tables.CommitBuilder;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A large table with a snapshot of 120,000 rows in three files (version 1) and one commit of
 * 200,000 change rows in two cdc files (version 2): updates, deletes and inserts, mixed. Knows the
 * order in which their keys must be published.
 */
final class CrashTable {
  static final int SNAPSHOT_ROWS = 120_000;

  /** Updates have two change rows. */
  private static final int CHANGE_ROWS = 200_000;

  private static final int FILES = 3;

  private final TestTable table;
  private final List<DataFile> snapshotFiles;
  private final List<List<Map<String, Object>>> changes = new ArrayList<>();

  /** Version 1. */
  CrashTable(Path directory) {
    table =
        TestTable.at(directory)
            .schema("id long not null, n int, name string")
            .changeDataFeed()
            .create();
    table.insert(Rows.generate(SNAPSHOT_ROWS, id -> newRow(id, 0)), FILES);
    snapshotFiles = table.files();
  }

  /** Version 2. Of twelve rows six are updated, three deleted and three kept; five are inserted. */
  void commit() {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Map<String, Object>> all = new ArrayList<>();
    for (int id = 0; id < SNAPSHOT_ROWS; id++) {
      Map<String, Object> old = newRow(id, 0);
      switch (id % 4) {
        case 0, 2 -> {
          Map<String, Object> updated = with(old, "n", 1);
          all.add(change("update_preimage", old));
          all.add(change("update_postimage", updated));
          rows.add(updated);
        }
        case 1 -> all.add(change("delete", old));
        default -> rows.add(old);
      }
      if (id % 12 < 5) {
        Map<String, Object> inserted = newRow(SNAPSHOT_ROWS + id, 1);
        all.add(change("insert", inserted));
        rows.add(inserted);
      }
    }
    if (all.size() != CHANGE_ROWS) {
      throw new IllegalStateException("Not " + CHANGE_ROWS + " change rows: " + all.size());
    }
    int half = all.size() / 2;
    changes.add(all.subList(0, half));
    changes.add(all.subList(half, all.size()));
    CommitBuilder commit = table.commit().operation("MERGE");
    snapshotFiles.forEach(commit::remove);
    changes.forEach(commit::cdcRows);
    commit.addRows(rows).write();
  }

  private static Map<String, Object> newRow(int id, int n) {
    return row("id", (long) id, "n", n, "name", "name-" + id);
  }

  TestTable table() {
    return table;
  }

  /** The keys of the snapshot: its files by path, each from its first row to its last. */
  List<Long> snapshotKeys() {
    return filesByPath().flatMap(this::keys).toList();
  }

  /** The keys of version 2: all deletes before all others, both as they stand in the files. */
  List<Long> changedKeys() {
    return Stream.concat(
            keys(changes.stream().flatMap(List::stream), true),
            keys(changes.stream().flatMap(List::stream), false))
        .toList();
  }

  /** How many of {@link #snapshotKeys} an offset inside the snapshot says are published. */
  int publishedOfSnapshot(JsonNode offset) {
    String file = offset.get("file").asText();
    int row = offset.get("row").asInt();
    int before = 0;
    for (DataFile one : filesByPath().toList()) {
      if (one.path().equals(file)) {
        return before + row + 1;
      }
      before += one.rowCount();
    }
    throw new IllegalArgumentException("No file of the snapshot: " + file);
  }

  /** How many of {@link #changedKeys} an offset inside version 2 says are published. */
  int publishedOfChanges(JsonNode offset) {
    int file = offset.get("file_index").asInt();
    int row = offset.get("row").asInt();
    Stream<Map<String, Object>> before =
        Stream.concat(
            changes.subList(0, file).stream().flatMap(List::stream),
            changes.get(file).subList(0, row + 1).stream());
    String phase = offset.get("phase").asText();
    return switch (phase) {
      case "delete" -> (int) keys(before, true).count();
      case "upsert" ->
          (int)
              (keys(changes.stream().flatMap(List::stream), true).count()
                  + keys(before, false).count());
      default -> throw new IllegalArgumentException("No phase of a commit: " + phase);
    };
  }

  private static Stream<Long> keys(Stream<Map<String, Object>> rows, boolean deletes) {
    return rows.filter(row -> !row.get(TestTable.CHANGE_TYPE).equals("update_preimage"))
        .filter(row -> row.get(TestTable.CHANGE_TYPE).equals("delete") == deletes)
        .map(row -> (Long) row.get("id"));
  }

  private Stream<DataFile> filesByPath() {
    return snapshotFiles.stream().sorted(Comparator.comparing(DataFile::path));
  }

  /** The files hold the rows one after the other, as they were inserted. */
  private Stream<Long> keys(DataFile file) {
    int index = snapshotFiles.indexOf(file);
    int from = snapshotFiles.subList(0, index).stream().mapToInt(DataFile::rowCount).sum();
    return IntStream.range(from, from + file.rowCount()).mapToObj(id -> (long) id);
  }
}
