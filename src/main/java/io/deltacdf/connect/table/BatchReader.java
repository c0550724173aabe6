package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * The batches of one file, first row to last. The caller closes it. Failures are {@link
 * io.deltacdf.connect.error.DeltaCdfException}s that name table, version and file.
 */
public interface BatchReader extends AutoCloseable {
  /** The next batch, or null at the end of the file. */
  ColumnBatch next();

  @Override
  void close();
}
