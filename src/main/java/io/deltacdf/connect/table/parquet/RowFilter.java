package io.deltacdf.connect.table.parquet;

/** Which rows of a file are of use; the others need not be decoded. */
@FunctionalInterface
public interface RowFilter {
  RowFilter ALL = (from, to) -> true;

  /** Whether any row from position {@code from} to before {@code to} is of use. */
  boolean wantsAny(long from, long to);
}
