package io.deltacdf.connect.record.value;

/**
 * Says that a column is null although the table's schema does not allow it. The writer of a
 * version's records, which knows the version and the file, turns it into a failure for the user.
 */
public final class NullInRequiredColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;

  /**
   * @param column the path of the column
   */
  NullInRequiredColumnException(String column) {
    super(column);
    this.column = column;
  }

  public String column() {
    return column;
  }
}
