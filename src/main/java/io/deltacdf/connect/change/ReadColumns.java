package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.TableSchema;

/** Which columns of a table are read, and which of them tell its rows apart. */
public interface ReadColumns {
  /** The key columns of a schema; empty for a table without a key. */
  KeyColumns key(TableSchema schema);

  /** Ordinals of the columns read of rows that are published whole. */
  int[] wholeRows(TableSchema schema);

  /** Ordinals of the columns read of rows that are deleted, the key columns among them. */
  int[] deletedRows(TableSchema schema);
}
