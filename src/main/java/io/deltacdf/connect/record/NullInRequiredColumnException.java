package io.deltacdf.connect.record;

/**
 * A column that is never null is null. {@link RecordFactory}, which knows version and file, tells
 * the user.
 */
final class NullInRequiredColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;

  NullInRequiredColumnException(String column) {
    super(column);
    this.column = column;
  }

  String column() {
    return column;
  }
}
