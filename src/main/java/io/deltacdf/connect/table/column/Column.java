package io.deltacdf.connect.table.column;

import java.math.BigDecimal;

/**
 * The values of one column, or of one struct field, for the rows of a batch. A getter fits one kind
 * of type and may answer anything where {@link #isNullAt} is true; it is not defined for other
 * types (most throw {@link UnsupportedOperationException}). Not thread-safe; valid as long as its
 * batch. An instance always stands for the same values: none is filled again, those inside arrays
 * and maps neither.
 */
public interface Column {
  DataType type();

  boolean isNullAt(int row);

  /** BOOLEAN. */
  boolean booleanAt(int row);

  /**
   * BYTE, SHORT, INTEGER, and DATE as days since 1970-01-01 in the proleptic Gregorian calendar.
   */
  int intAt(int row);

  /**
   * LONG, and TIMESTAMP / TIMESTAMP_NTZ as microseconds since 1970-01-01T00:00:00(Z); also all that
   * {@link #intAt} takes.
   */
  long longAt(int row);

  /** FLOAT. */
  float floatAt(int row);

  /** DOUBLE. */
  double doubleAt(int row);

  /** STRING, and VARIANT as JSON in the form of Spark's {@code to_json}. */
  String stringAt(int row);

  /** BINARY, and STRING and VARIANT as UTF-8. The array must not be changed. */
  byte[] bytesAt(int row);

  /** DECIMAL, always at the scale of its type. */
  BigDecimal decimalAt(int row);

  /** STRUCT: the field's values for the same row numbers; a field of a null struct is null. */
  Column fieldAt(int ordinal);

  /** ARRAY: the elements of one row. */
  ArrayView arrayAt(int row);

  /** MAP: the entries of one row. */
  MapView mapAt(int row);

  /** The elements of an array: {@code elements} holds them at 0 to {@code size} - 1. */
  record ArrayView(int size, Column elements) {}

  /**
   * The entries of a map, in the file's order: {@code keys} and {@code values} hold them at 0 to
   * {@code size} - 1.
   */
  record MapView(int size, Column keys, Column values) {}
}
