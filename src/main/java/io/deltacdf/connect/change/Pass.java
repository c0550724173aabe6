package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One pass over the files of a version.
 *
 * @param partition the hash partition of the keys that it is for
 * @param phase names the pass in positions
 * @param seesAll whether its rule has to see all rows, those that are done before included
 * @param files the files that are read in it
 * @param rowIds whether they are read with row ids
 * @param columns the ordinals that are read of a file's schema
 * @param rule what is published of their rows
 */
record Pass(
    int partition,
    VersionPhase phase,
    boolean seesAll,
    Predicate<ChangedFile> files,
    boolean rowIds,
    Function<TableSchema, int[]> columns,
    RowHandler rule) {
  /** A pass whose rule looks at each row by itself. */
  static Pass of(
      VersionPhase phase,
      Predicate<ChangedFile> files,
      Function<TableSchema, int[]> columns,
      RowHandler rule) {
    return new Pass(0, phase, false, files, false, columns, rule);
  }
}
