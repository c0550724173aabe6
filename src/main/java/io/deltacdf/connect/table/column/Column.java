package io.deltacdf.connect.table.column;

import java.math.BigDecimal;

/**
 * The values of one column, or of one struct field, for the rows of a batch.
 *
 * <p>Each getter documents the types that it reads; most columns throw {@link
 * UnsupportedOperationException} from the getters of other types. Where {@link #isNullAt} is true,
 * the result of a getter is undefined.
 *
 * <p>A column is valid as long as its batch. An instance always has the same values, and so do the
 * columns of its arrays and maps. Not thread-safe.
 */
public interface Column {
  DataType type();

  boolean isNullAt(int row);

  /** Returns a BOOLEAN. */
  default boolean booleanAt(int row) {
    throw unsupported("a boolean");
  }

  /**
   * Returns a BYTE, SHORT or INTEGER, or a DATE as days since 1970-01-01 in the proleptic Gregorian
   * calendar.
   */
  default int intAt(int row) {
    throw unsupported("an int");
  }

  /**
   * Returns a LONG, a TIMESTAMP or TIMESTAMP_NTZ as microseconds since 1970-01-01T00:00:00(Z), or a
   * value of any type that {@link #intAt} reads.
   */
  default long longAt(int row) {
    throw unsupported("a long");
  }

  /** Returns a FLOAT. */
  default float floatAt(int row) {
    throw unsupported("a float");
  }

  /** Returns a DOUBLE. */
  default double doubleAt(int row) {
    throw unsupported("a double");
  }

  /** Returns a STRING, or a VARIANT as JSON as Spark's {@code to_json} writes it. */
  default String stringAt(int row) {
    throw unsupported("a string");
  }

  /** Returns a BINARY, or a STRING or VARIANT as UTF-8. The caller must not change the array. */
  default byte[] bytesAt(int row) {
    throw unsupported("bytes");
  }

  /**
   * Passes on what {@link #bytesAt} returns, without a copy where the column can do without.
   *
   * @param sink is called once
   */
  default void copyBytes(int row, BytesSink sink) {
    byte[] bytes = bytesAt(row);
    sink.accept(bytes, 0, bytes.length);
  }

  /** Returns a DECIMAL, always at the scale of its type. */
  default BigDecimal decimalAt(int row) {
    throw unsupported("a decimal");
  }

  /**
   * Passes on a STRING or VARIANT as {@link #copyBytes} does.
   *
   * @param any is called once, or the other one
   * @param ascii may be called instead if all bytes are ASCII
   */
  default void copyText(int row, BytesSink any, BytesSink ascii) {
    copyBytes(row, any);
  }

  /**
   * Passes on the unscaled value of a DECIMAL at the scale of its type, as the shortest big-endian
   * two's complement.
   *
   * @param sink is called once
   */
  default void copyUnscaled(int row, BytesSink sink) {
    byte[] bytes = decimalAt(row).unscaledValue().toByteArray();
    sink.accept(bytes, 0, bytes.length);
  }

  /**
   * Returns a field of a STRUCT: its values for the same row numbers. The fields of a null struct
   * are null.
   */
  default Column fieldAt(int ordinal) {
    throw unsupported("struct fields");
  }

  /** Returns the elements of an ARRAY. */
  default ArrayView arrayAt(int row) {
    throw unsupported("an array");
  }

  /** Returns the entries of a MAP. */
  default MapView mapAt(int row) {
    throw unsupported("a map");
  }

  private UnsupportedOperationException unsupported(String requested) {
    return new UnsupportedOperationException(
        "A column of type " + type() + " cannot be read as " + requested);
  }

  /** The elements of an array: {@code elements} holds them in its rows 0 to {@code size} - 1. */
  record ArrayView(int size, Column elements) {}

  /**
   * The entries of a map, in the file's order: {@code keys} and {@code values} hold them in their
   * rows 0 to {@code size} - 1.
   */
  record MapView(int size, Column keys, Column values) {}
}
