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
 * 200,000 change rows in two change files (version 2): updates, deletes and inserts in mixed order.
 * Knows the order in which the keys must be published.
 */
final class CrashTable {
  static final int SNAPSHOT_ROWS = 120_000;

  /** An update has two change rows. */
  private static final int CHANGE_ROWS = 200_000;

  private static final int FILES = 3;

  private final TestTable table;
  private final List<DataFile> snapshotFiles;
  private final List<List<Map<String, Object>>> changes = new ArrayList<>();

  /** Makes version 1. */
  CrashTable(Path directory) {
    table =
        TestTable.at(directory)
            .schema("id long not null, n int, name string")
            .changeDataFeed()
            .create();
    table.insert(Rows.generate(SNAPSHOT_ROWS, id -> newRow(id, 0)), FILES);
    snapshotFiles = table.files();
  }

  /** Writes version 2. Of twelve rows six are updated, three deleted, three kept, five inserted. */
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

  /** Returns the keys of the snapshot: its files in the order of their paths. */
  List<Long> snapshotKeys() {
    return filesByPath().flatMap(this::keys).toList();
  }

  /** Returns the keys of version 2: deletes first, then all others, each in file order. */
  List<Long> changedKeys() {
    return Stream.concat(
            keys(changes.stream().flatMap(List::stream), true),
            keys(changes.stream().flatMap(List::stream), false))
        .toList();
  }

  /** Returns how many {@link #snapshotKeys} are published at an offset in the snapshot. */
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

  /** Returns how many {@link #changedKeys} are published at an offset in version 2. */
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

  /** The files contain the rows in the order in which they were inserted. */
  private Stream<Long> keys(DataFile file) {
    int index = snapshotFiles.indexOf(file);
    int from = snapshotFiles.subList(0, index).stream().mapToInt(DataFile::rowCount).sum();
    return IntStream.range(from, from + file.rowCount()).mapToObj(id -> (long) id);
  }
}
