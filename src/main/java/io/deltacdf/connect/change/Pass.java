package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One pass over the files of a version.
 *
 * @param partition the hash partition of the keys, as positions name it
 * @param phase the phase that positions name
 * @param readsCompleted whether files are read even if all their changes are completed
 * @param files the files that are read
 * @param rowIds whether the files are read with row ids
 * @param columns returns the ordinals of the columns to read of a file with the given schema
 * @param handler publishes the changes
 */
record Pass(
    int partition,
    VersionPhase phase,
    boolean readsCompleted,
    Predicate<ChangedFile> files,
    boolean rowIds,
    Function<TableSchema, int[]> columns,
    RowHandler handler) {
  /** Returns a pass over the whole version whose handler treats each row by itself. */
  static Pass of(
      VersionPhase phase,
      Predicate<ChangedFile> files,
      Function<TableSchema, int[]> columns,
      RowHandler handler) {
    return new Pass(0, phase, false, files, false, columns, handler);
  }
}
