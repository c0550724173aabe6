package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One pass over the files of a version.
 *
 * @param partition the hash partition of the keys, as positions name it
 * @param phase the phase that positions name
 * @param readsCompleted whether files are read even if all their changes are completed
 * @param files the files that are read
 * @param types the change types of the rows that the handler needs; it may also get others, and
 *     does not get all rows of change files
 * @param rowIds whether the files are read with row ids
 * @param columns returns the ordinals of the columns to read of a file with the given schema
 * @param handler publishes the changes
 */
record Pass(
    int partition,
    VersionPhase phase,
    boolean readsCompleted,
    Predicate<ChangedFile> files,
    Set<ChangeType> types,
    boolean rowIds,
    Function<TableSchema, int[]> columns,
    RowHandler handler) {
  /** All change types but deletes: pairs of a preimage and a postimage are read together. */
  static final Set<ChangeType> NOT_DELETED =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(ChangeType.DELETE)));

  /** All change types but inserts. */
  static final Set<ChangeType> NOT_INSERTED =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(ChangeType.INSERT)));

  /** Returns a pass over the whole version whose handler treats each row by itself. */
  static Pass of(
      VersionPhase phase,
      Predicate<ChangedFile> files,
      Function<TableSchema, int[]> columns,
      RowHandler handler) {
    return new Pass(0, phase, false, files, ChangeType.ALL, false, columns, handler);
  }

  /** Returns the same pass, of which only rows of some change types are needed. */
  Pass only(Set<ChangeType> needed) {
    return new Pass(partition, phase, readsCompleted, files, needed, rowIds, columns, handler);
  }
}
