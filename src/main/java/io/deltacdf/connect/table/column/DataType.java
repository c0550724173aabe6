package io.deltacdf.connect.table.column;

import java.util.List;

/** The types of Delta columns, named as in the protocol's "Schema Serialization Format". */
public sealed interface DataType {

  /** Types without parameters. {@code CHAR(n)} and {@code VARCHAR(n)} are STRING. */
  enum Primitive implements DataType {
    BOOLEAN,
    BYTE,
    SHORT,
    INTEGER,
    LONG,
    FLOAT,
    DOUBLE,
    STRING,
    BINARY,
    DATE,
    TIMESTAMP,
    TIMESTAMP_NTZ,
    VARIANT
  }

  /**
   * A decimal number.
   *
   * @param precision the number of digits, at most 38
   * @param scale how many of these digits follow the decimal point
   */
  record Decimal(int precision, int scale) implements DataType {}

  record Array(DataType element, boolean containsNull) implements DataType {}

  record Map(DataType key, DataType value, boolean valueContainsNull) implements DataType {}

  record Struct(List<Field> fields) implements DataType {
    public Struct {
      fields = List.copyOf(fields);
    }
  }
}
