package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.TableSchema;

/** The columns of a table that are read. */
public interface ReadColumns {
  /** Returns the key columns of a schema; empty for a table without a key. */
  KeyColumns key(TableSchema schema);

  /** Returns the ordinals of the columns to read of rows that are published whole. */
  int[] wholeRows(TableSchema schema);

  /** Returns the ordinals of the columns to read of deleted rows, including the key columns. */
  int[] deletedRows(TableSchema schema);
}
