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

  /**
   * Returns about how many bytes {@link #next} loads into memory and keeps there for later batches;
   * 0 if it loads nothing.
   */
  long bytesToLoad();

  /** Loads what {@link #bytesToLoad} measured, which otherwise {@link #next} does. */
  void load();

  /** Whether anything is loaded that later batches need. */
  boolean isLoaded();

  /**
   * Drops what is loaded. If later batches need it, {@link #next} loads it again. The batches that
   * were returned stay valid.
   */
  void unload();

  /** Whether anything is held of the file, such as its footer. */
  boolean isOpen();

  /**
   * Drops everything that is held of the file: its footer and its deletion vectors too. {@link
   * #next} opens it again. The batches that were returned stay valid.
   *
   * @param row the position at which {@link #next} continues, if rows at or after it were returned
   */
  void release(long row);

  @Override
  void close();
}
