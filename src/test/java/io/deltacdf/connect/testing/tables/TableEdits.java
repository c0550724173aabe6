package io.deltacdf.connect.testing.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Edits of rows as Spark commits them. They use deletion vectors ({@link TestTable#edits} of a
 * table on which these are enabled) or rewrite the files that contain affected rows ({@link
 * TestTable#copyOnWrite}). Cdc files are written where Spark writes them, if the change data feed
 * is on. Rows keep their row ids. Predicates get rows in the table's schema, with canonical values.
 */
public final class TableEdits {
  private final TestTable table;
  private final boolean deletionVectors;

  TableEdits(TestTable table, boolean deletionVectors) {
    this.table = table;
    this.deletionVectors = deletionVectors;
  }

  /**
   * Writes the changes of a commit into cdc files, or writes none if only its data files record the
   * changes.
   */
  @FunctionalInterface
  public interface ChangeFiles {
    /**
     * @param changes change rows: each preimage directly before its postimage, and inserts last
     */
    void write(CommitBuilder commit, List<Map<String, Object>> changes);
  }

  /** The change of a row: its postimage, or null if the row is deleted. */
  private record RowEdit(Map<String, Object> after) {}

  /** The result of an edit in the files that contain affected rows. */
  private static final class Outcome {
    final List<Map<String, Object>> changes = new ArrayList<>();
    final List<Map<String, Object>> written = new ArrayList<>();
    int copied;
    int updated;
    int deleted;
  }

  /**
   * {@code UPDATE}: writes a preimage and a postimage of each matching row, whether its values
   * change or not.
   */
  public long update(
      Predicate<Map<String, Object>> where, UnaryOperator<Map<String, Object>> edit) {
    CommitBuilder commit = table.commit();
    Outcome outcome =
        applyEdits(commit, row -> where.test(row) ? new RowEdit(edit.apply(row)) : null);
    commit.operation("UPDATE", "numUpdatedRows", outcome.updated, "numCopiedRows", outcome.copied);
    return cdc(commit, outcome.changes).write();
  }

  /**
   * {@code DELETE}: writes no cdc files if deletion vectors are used, and cdc files if files are
   * rewritten.
   */
  public long delete(Predicate<Map<String, Object>> where) {
    CommitBuilder commit = table.commit();
    Outcome outcome = applyEdits(commit, row -> where.test(row) ? new RowEdit(null) : null);
    commit.operation("DELETE", "numDeletedRows", outcome.deleted, "numCopiedRows", outcome.copied);
    return (deletionVectors ? commit : cdc(commit, outcome.changes)).write();
  }

  /**
   * {@code MERGE} on key columns: source rows that match update the columns that they contain, and
   * other source rows are inserted. Target rows that match a row of {@code deletes} are deleted. If
   * no target row matches, the commit only has add actions.
   */
  public long merge(
      List<String> keys, List<Map<String, Object>> upserts, List<Map<String, Object>> deletes) {
    Map<List<Object>, Map<String, Object>> updates = new LinkedHashMap<>();
    upserts.forEach(row -> updates.put(key(keys, row), row));
    Set<List<Object>> deleted = new HashSet<>();
    deletes.forEach(row -> deleted.add(key(keys, row)));
    Set<List<Object>> matched = new HashSet<>();
    CommitBuilder commit = table.commit();
    Outcome outcome =
        applyEdits(
            commit,
            row -> {
              List<Object> key = key(keys, row);
              Map<String, Object> source = updates.get(key);
              if (source == null) {
                return deleted.contains(key) ? new RowEdit(null) : null;
              }
              matched.add(key);
              row.putAll(source);
              return new RowEdit(row);
            });
    List<Map<String, Object>> inserts = new ArrayList<>();
    updates.forEach(
        (key, row) -> {
          if (!matched.contains(key)) {
            inserts.add(row);
            outcome.changes.add(Rows.change("insert", row));
          }
        });
    if (!inserts.isEmpty()) {
      commit.addRows(inserts);
    }
    if (outcome.updated + outcome.deleted > 0) {
      cdc(commit, outcome.changes);
    }
    return merge(commit, upserts.size() + deletes.size(), inserts.size(), outcome).write();
  }

  private static CommitBuilder merge(
      CommitBuilder commit, int sourceRows, int inserted, Outcome outcome) {
    return commit.operation(
        "MERGE",
        "numSourceRows",
        sourceRows,
        "numTargetRowsInserted",
        inserted,
        "numTargetRowsUpdated",
        outcome.updated,
        "numTargetRowsDeleted",
        outcome.deleted,
        "numTargetRowsCopied",
        outcome.copied);
  }

  /**
   * Applies any edits of rows in one commit.
   *
   * @param edit returns the same object to keep the row, another object (whether equal or not) to
   *     update it, or null to delete it
   */
  public long edit(
      String operation,
      UnaryOperator<Map<String, Object>> edit,
      List<Map<String, Object>> inserts,
      ChangeFiles changeFiles) {
    CommitBuilder commit = table.commit().operation(operation);
    Outcome outcome =
        applyEdits(
            commit,
            row -> {
              Map<String, Object> edited = edit.apply(row);
              return edited == row ? null : new RowEdit(edited);
            });
    inserts.forEach(row -> outcome.changes.add(Rows.change("insert", row)));
    if (!inserts.isEmpty()) {
      commit.addRows(inserts);
    }
    changeFiles.write(commit, outcome.changes);
    return commit.write();
  }

  /**
   * The {@code MERGE} of some writers that changes nothing but rewrites a file: a remove and an add
   * action with {@code dataChange}, no cdc file, and three metrics of zero.
   */
  public long mergeWithoutChange(DataFile file) {
    CommitBuilder commit = table.commit().remove(file);
    List<Map<String, Object>> copies = copies(table.state().file(file));
    table.tableFiles().physicalData(table.metadata(), copies).forEach(commit::add);
    Outcome outcome = new Outcome();
    outcome.copied = copies.size();
    return merge(commit, 0, 0, outcome).write();
  }

  /** {@code replaceWhere} on data columns: writes cdc files with deletes and inserts. */
  public long replaceWhere(Predicate<Map<String, Object>> where, List<Map<String, Object>> rows) {
    CommitBuilder commit = table.commit().operation("WRITE").parameter("mode", "Overwrite");
    Outcome outcome = applyEdits(commit, row -> where.test(row) ? new RowEdit(null) : null);
    rows.forEach(row -> outcome.changes.add(Rows.change("insert", row)));
    return cdc(commit.addRows(rows), outcome.changes).write();
  }

  /**
   * {@code OPTIMIZE}: writes one file for each partition, without deletion vectors and with {@code
   * dataChange=false}.
   */
  public long optimize() {
    CommitBuilder commit = table.commit().operation("OPTIMIZE").dataChange(false);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (LiveFile file : table.liveFiles()) {
      rows.addAll(copies(file));
      commit.remove(file.file());
    }
    if (!rows.isEmpty()) {
      table.tableFiles().physicalData(table.metadata(), rows).forEach(commit::add);
    }
    return commit.write();
  }

  /**
   * Returns the live rows of a file in the current schema, with their row ids and commit versions.
   */
  private List<Map<String, Object>> copies(LiveFile file) {
    List<Map<String, Object>> copies = new ArrayList<>();
    for (int i = 0; i < file.file().rowCount(); i++) {
      if (!file.deleted().rows().contains((long) i)) {
        copies.add(rewritten(file, i, logical(file, i), true));
      }
    }
    return copies;
  }

  /** Adds the add and remove actions for all edited rows to the commit, and no other actions. */
  private Outcome applyEdits(CommitBuilder commit, Function<Map<String, Object>, RowEdit> editOf) {
    Outcome outcome = new Outcome();
    for (LiveFile file : table.liveFiles()) {
      editFile(commit, file, editOf, outcome);
    }
    if (!outcome.written.isEmpty()) {
      table.tableFiles().physicalData(table.metadata(), outcome.written).forEach(commit::add);
    }
    return outcome;
  }

  private void editFile(
      CommitBuilder commit,
      LiveFile file,
      Function<Map<String, Object>, RowEdit> editOf,
      Outcome outcome) {
    List<Long> editedRows = new ArrayList<>();
    List<Map<String, Object>> kept = new ArrayList<>();
    List<Map<String, Object>> updated = new ArrayList<>();
    for (int i = 0; i < file.file().rowCount(); i++) {
      if (file.deleted().rows().contains((long) i)) {
        continue;
      }
      Map<String, Object> before = logical(file, i);
      RowEdit edit = editOf.apply(logical(file, i));
      if (edit == null) {
        kept.add(rewritten(file, i, before, true));
        continue;
      }
      editedRows.add((long) i);
      if (edit.after == null) {
        outcome.changes.add(Rows.change("delete", before));
        outcome.deleted++;
      } else {
        outcome.changes.add(Rows.change("update_preimage", before));
        outcome.changes.add(Rows.change("update_postimage", edit.after));
        updated.add(rewritten(file, i, edit.after, false));
        outcome.updated++;
      }
    }
    if (editedRows.isEmpty()) {
      return;
    }
    if (deletionVectors && !kept.isEmpty()) {
      commit.removeRows(file.file(), editedRows.stream().mapToLong(Long::longValue).toArray());
    } else {
      commit.remove(file.file());
      outcome.written.addAll(kept);
      outcome.copied += kept.size();
    }
    outcome.written.addAll(updated);
  }

  private Map<String, Object> logical(LiveFile file, int index) {
    return RowMapper.toLogical(table.schema(), file.file().rows().get(index));
  }

  private Map<String, Object> rewritten(
      LiveFile file, int index, Map<String, Object> row, boolean copied) {
    Map<String, Object> physical = RowMapper.toPhysical(table.schema(), row);
    return RowTracking.keepIdentity(table.metadata(), file, index, physical, copied);
  }

  private CommitBuilder cdc(CommitBuilder commit, List<Map<String, Object>> changes) {
    return table.metadata().isOn(TestTable.CHANGE_DATA_FEED) ? commit.cdcRows(changes) : commit;
  }

  /** Returns the canonical values of the key columns. */
  private List<Object> key(List<String> columns, Map<String, Object> row) {
    List<Object> key = new ArrayList<>();
    for (String column : columns) {
      key.add(Values.canonical(table.schema().get(column).getDataType(), row.get(column)));
    }
    return Collections.unmodifiableList(key);
  }
}
