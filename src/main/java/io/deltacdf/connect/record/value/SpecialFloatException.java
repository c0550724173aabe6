package io.deltacdf.connect.record.value;

/**
 * Says that a number is NaN or infinite although such values must not be published. The writer of a
 * version's records, which knows the version and the file, turns it into a failure for the user.
 */
public final class SpecialFloatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String value;

  /**
   * @param column the path of the column
   * @param value the text of the value, such as {@code NaN}
   */
  SpecialFloatException(String column, String value) {
    super(value + " in " + column);
    this.column = column;
    this.value = value;
  }

  public String column() {
    return column;
  }

  public String value() {
    return value;
  }
}
