package io.deltacdf.connect.table.parquet;

/** Thrown if a column of a file is nested too deeply to be read. */
public final class DeepNestingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeepNestingException(String column, int maximum) {
    super("the column '" + column + "' has more than " + maximum + " levels of nesting");
  }
}
