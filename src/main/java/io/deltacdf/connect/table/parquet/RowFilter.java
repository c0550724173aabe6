package io.deltacdf.connect.table.parquet;

import org.apache.parquet.hadoop.metadata.BlockMetaData;

/** Selects rows of a file. The others need not be decoded. */
@FunctionalInterface
public interface RowFilter {
  RowFilter ALL = (from, to) -> true;

  /** Whether any row from position {@code from} to {@code to} - 1 is selected. */
  boolean selectsAny(long from, long to);

  /** Whether the statistics of a row group do not exclude that rows of it are selected. */
  default boolean selectsRowGroup(BlockMetaData rowGroup) {
    return true;
  }
}
