package io.deltacdf.connect.table.column;

import java.util.List;

/** The types of Delta columns, as the protocol's "Schema Serialization Format" names them. */
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
   * A decimal of {@code precision} digits, {@code scale} of them behind the point; precision at
   * most 38.
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
