package io.deltacdf.connect.cli;

/** Is told how many rows or records were written since it was last told. */
@FunctionalInterface
interface RowCounter {
  void add(long rows);
}
