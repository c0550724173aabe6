package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Computes the change rows of a commit by the protocol's rules ("Add CDC File"). It uses the model
 * and does not read files. If the commit has cdc files, the result is their rows. Otherwise it is
 * all rows of the removed and added files; for a file that is both removed and added, it is the
 * difference of its deletion vectors. A MERGE whose metrics are all zero has no change rows.
 */
final class ChangeModel {
  private final Commit commit;
  private final StructType before;
  private final StructType after;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  private ChangeModel(Commit commit, StructType before, StructType after) {
    this.commit = commit;
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the change rows of a commit.
   *
   * @param before the schema before the commit, by which removed files are read
   * @param after the schema after the commit, by which added files and cdc files are read
   */
  static List<Map<String, Object>> changes(Commit commit, StructType before, StructType after) {
    ChangeModel model = new ChangeModel(commit, before, after);
    if (!commit.actions(TableAction.Cdc.class).isEmpty()) {
      model.addCdcRows();
    } else if (!model.isMergeWithoutChange()) {
      model.addFileRows();
    }
    return model.rows;
  }

  private void addCdcRows() {
    StructType schema = RowMapper.withChangeType(after);
    for (TableAction.Cdc cdc : commit.actions(TableAction.Cdc.class)) {
      cdc.file().rows().forEach(row -> rows.add(RowMapper.toLogical(schema, row)));
    }
  }

  private boolean isMergeWithoutChange() {
    return commit.operation().equals("MERGE")
        && "0".equals(commit.metrics().get("numTargetRowsInserted"))
        && "0".equals(commit.metrics().get("numTargetRowsUpdated"))
        && "0".equals(commit.metrics().get("numTargetRowsDeleted"));
  }

  private void addFileRows() {
    Map<Path, LiveFile> removed = new LinkedHashMap<>();
    for (TableAction.Remove remove : commit.actions(TableAction.Remove.class)) {
      if (remove.dataChange()) {
        removed.put(remove.file().file().location(), remove.file());
      }
    }
    Map<Path, LiveFile> added = new LinkedHashMap<>();
    for (TableAction.Add add : commit.actions(TableAction.Add.class)) {
      if (add.dataChange()) {
        added.put(add.file().file().location(), add.file());
      }
    }
    removed.forEach(
        (location, file) -> {
          LiveFile readded = added.get(location);
          add("delete", before, file, readded == null ? null : readded.deleted().rows());
        });
    added.forEach(
        (location, file) -> {
          LiveFile previous = removed.get(location);
          add("insert", after, file, previous == null ? null : previous.deleted().rows());
        });
  }

  /**
   * Adds the rows that are live in {@code file} and not live in the same file on the other side of
   * the commit.
   *
   * @param otherDeleted the rows that the other side's deletion vector deletes; null if the other
   *     side does not have the file
   */
  private void add(
      String changeType, StructType schema, LiveFile file, SortedSet<Long> otherDeleted) {
    SortedSet<Long> positions = new TreeSet<>();
    if (otherDeleted == null) {
      for (long i = 0; i < file.file().rowCount(); i++) {
        positions.add(i);
      }
    } else {
      positions.addAll(otherDeleted);
    }
    positions.removeAll(file.deleted().rows());
    for (long position : positions) {
      Map<String, Object> row = file.file().rows().get(Math.toIntExact(position));
      rows.add(Rows.change(changeType, RowMapper.toLogical(schema, row)));
    }
  }
}
