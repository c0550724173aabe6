package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the batches of one file in the order of its rows. The caller closes it. Failures are {@link
 * io.deltacdf.connect.error.DeltaCdfException}s that name the table, the version and the file.
 */
public interface BatchReader extends AutoCloseable {
  /** Returns the next batch, or null at the end of the file. */
  @Nullable ColumnBatch next();

  @Override
  void close();
}
