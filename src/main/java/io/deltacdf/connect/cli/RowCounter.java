package io.deltacdf.connect.cli;

/** Counts the rows or records that are written. */
@FunctionalInterface
interface RowCounter {
  void add(long rows);
}
