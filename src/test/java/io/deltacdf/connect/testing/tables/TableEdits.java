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
 * Row edits as Spark commits them: by deletion vectors ({@link TestTable#edits} on a table that has
 * them on) or by rewriting the files that hold a touched row ({@link TestTable#copyOnWrite}), with
 * cdc files where Spark writes some and the change feed is on. Row ids are kept. Rows are given to
 * predicates by the table's schema, with canonical values.
 */
public final class TableEdits {
  private final TestTable table;
  private final boolean deletionVectors;

  TableEdits(TestTable table, boolean deletionVectors) {
    this.table = table;
    this.deletionVectors = deletionVectors;
  }

  /** Puts the changes of a commit into cdc files; none where its data files are to tell them. */
  @FunctionalInterface
  public interface ChangeFiles {
    /**
     * @param changes change rows, each preimage right before its postimage, inserts last
     */
    void write(CommitBuilder commit, List<Map<String, Object>> changes);
  }

  /** What becomes of a row that is not kept: the new row, or null where it is deleted. */
  private record Touched(Map<String, Object> after) {}

  /** What an edit did to the rows of the files it touched. */
  private static final class Outcome {
    final List<Map<String, Object>> changes = new ArrayList<>();
    final List<Map<String, Object>> written = new ArrayList<>();
    int copied;
    int updated;
    int deleted;
  }

  /** {@code UPDATE}: a pre- and a postimage of each row, changed or not. */
  public long update(
      Predicate<Map<String, Object>> where, UnaryOperator<Map<String, Object>> edit) {
    CommitBuilder commit = table.commit();
    Outcome outcome = touch(commit, row -> where.test(row) ? new Touched(edit.apply(row)) : null);
    commit.operation("UPDATE", "numUpdatedRows", outcome.updated, "numCopiedRows", outcome.copied);
    return cdc(commit, outcome.changes).write();
  }

  /** {@code DELETE}: by deletion vector there are no cdc files, by rewriting there are. */
  public long delete(Predicate<Map<String, Object>> where) {
    CommitBuilder commit = table.commit();
    Outcome outcome = touch(commit, row -> where.test(row) ? new Touched(null) : null);
    commit.operation("DELETE", "numDeletedRows", outcome.deleted, "numCopiedRows", outcome.copied);
    return (deletionVectors ? commit : cdc(commit, outcome.changes)).write();
  }

  /**
   * {@code MERGE} on key columns: source rows that match update the columns they have, the others
   * are inserted; target rows that match a row of {@code deletes} are deleted. Without any match
   * the commit holds adds alone.
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
        touch(
            commit,
            row -> {
              List<Object> key = key(keys, row);
              Map<String, Object> source = updates.get(key);
              if (source == null) {
                return deleted.contains(key) ? new Touched(null) : null;
              }
              matched.add(key);
              row.putAll(source);
              return new Touched(row);
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
   * Any row edits in one commit.
   *
   * @param edit gives the row itself where it stays, another one, equal or not, where it is
   *     updated, null where it is deleted
   */
  public long edit(
      String operation,
      UnaryOperator<Map<String, Object>> edit,
      List<Map<String, Object>> inserts,
      ChangeFiles changeFiles) {
    CommitBuilder commit = table.commit().operation(operation);
    Outcome outcome =
        touch(
            commit,
            row -> {
              Map<String, Object> edited = edit.apply(row);
              return edited == row ? null : new Touched(edited);
            });
    inserts.forEach(row -> outcome.changes.add(Rows.change("insert", row)));
    if (!inserts.isEmpty()) {
      commit.addRows(inserts);
    }
    changeFiles.write(commit, outcome.changes);
    return commit.write();
  }

  /**
   * The {@code MERGE} of some writers that changed nothing and yet rewrote a file: remove and add
   * with {@code dataChange}, no cdc file, all three metrics zero.
   */
  public long mergeWithoutChange(DataFile file) {
    CommitBuilder commit = table.commit().remove(file);
    List<Map<String, Object>> copies = copies(table.state().file(file));
    table.tableFiles().physicalData(table.metadata(), copies).forEach(commit::add);
    Outcome outcome = new Outcome();
    outcome.copied = copies.size();
    return merge(commit, 0, 0, outcome).write();
  }

  /** {@code replaceWhere} on data columns: cdc files of deletes and inserts. */
  public long replaceWhere(Predicate<Map<String, Object>> where, List<Map<String, Object>> rows) {
    CommitBuilder commit = table.commit().operation("WRITE").parameter("mode", "Overwrite");
    Outcome outcome = touch(commit, row -> where.test(row) ? new Touched(null) : null);
    rows.forEach(row -> outcome.changes.add(Rows.change("insert", row)));
    return cdc(commit.addRows(rows), outcome.changes).write();
  }

  /** {@code OPTIMIZE}: one file for each partition, without deletion vectors or data change. */
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

  /** The rows of a file by today's schema, with their identity. */
  private List<Map<String, Object>> copies(LiveFile file) {
    List<Map<String, Object>> copies = new ArrayList<>();
    for (int i = 0; i < file.file().rowCount(); i++) {
      if (!file.deleted().rows().contains((long) i)) {
        copies.add(rewritten(file, i, logical(file, i), true));
      }
    }
    return copies;
  }

  /** Puts adds and removes for all touched rows into the commit, and nothing else. */
  private Outcome touch(CommitBuilder commit, Function<Map<String, Object>, Touched> decision) {
    Outcome outcome = new Outcome();
    for (LiveFile file : table.liveFiles()) {
      touchFile(commit, file, decision, outcome);
    }
    if (!outcome.written.isEmpty()) {
      table.tableFiles().physicalData(table.metadata(), outcome.written).forEach(commit::add);
    }
    return outcome;
  }

  private void touchFile(
      CommitBuilder commit,
      LiveFile file,
      Function<Map<String, Object>, Touched> decision,
      Outcome outcome) {
    List<Long> touchedRows = new ArrayList<>();
    List<Map<String, Object>> kept = new ArrayList<>();
    List<Map<String, Object>> updated = new ArrayList<>();
    for (int i = 0; i < file.file().rowCount(); i++) {
      if (file.deleted().rows().contains((long) i)) {
        continue;
      }
      Map<String, Object> before = logical(file, i);
      Touched touched = decision.apply(logical(file, i));
      if (touched == null) {
        kept.add(rewritten(file, i, before, true));
        continue;
      }
      touchedRows.add((long) i);
      if (touched.after == null) {
        outcome.changes.add(Rows.change("delete", before));
        outcome.deleted++;
      } else {
        outcome.changes.add(Rows.change("update_preimage", before));
        outcome.changes.add(Rows.change("update_postimage", touched.after));
        updated.add(rewritten(file, i, touched.after, false));
        outcome.updated++;
      }
    }
    if (touchedRows.isEmpty()) {
      return;
    }
    if (deletionVectors && !kept.isEmpty()) {
      commit.removeRows(file.file(), touchedRows.stream().mapToLong(Long::longValue).toArray());
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

  /** The canonical values of the key columns. */
  private List<Object> key(List<String> columns, Map<String, Object> row) {
    List<Object> key = new ArrayList<>();
    for (String column : columns) {
      key.add(Values.canonical(table.schema().get(column).getDataType(), row.get(column)));
    }
    return Collections.unmodifiableList(key);
  }
}
