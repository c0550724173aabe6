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
 * The change rows of a commit by the protocol's rules ("Add CDC File"), computed from the model and
 * not from files: cdc rows if there are cdc files; else whole files, and the difference of deletion
 * vectors where a file is both removed and added; nothing for a MERGE whose metrics are all zero.
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
   * @param before the schema before the commit, that of removed files
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
          LiveFile again = added.get(location);
          add("delete", before, file, again == null ? null : again.deleted().rows());
        });
    added.forEach(
        (location, file) -> {
          LiveFile old = removed.get(location);
          add("insert", after, file, old == null ? null : old.deleted().rows());
        });
  }

  /**
   * The rows of {@code file} that it has and the other side has not.
   *
   * @param deletedThere the deletion vector of the same path on the other side, null if it is not
   *     there
   */
  private void add(
      String changeType, StructType schema, LiveFile file, SortedSet<Long> deletedThere) {
    SortedSet<Long> positions = new TreeSet<>();
    if (deletedThere == null) {
      for (long i = 0; i < file.file().rowCount(); i++) {
        positions.add(i);
      }
    } else {
      positions.addAll(deletedThere);
    }
    positions.removeAll(file.deleted().rows());
    for (long position : positions) {
      Map<String, Object> row = file.file().rows().get(Math.toIntExact(position));
      rows.add(Rows.change(changeType, RowMapper.toLogical(schema, row)));
    }
  }
}
