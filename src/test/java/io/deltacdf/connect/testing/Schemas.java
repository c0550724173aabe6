package io.deltacdf.connect.testing;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;

/** Short methods for creating schemas. */
public final class Schemas {
  private Schemas() {}

  public static TableSchema schema(Field... fields) {
    return new TableSchema(List.of(fields), List.of());
  }

  /** A nullable column. */
  public static Field field(String name, DataType type) {
    return new Field(name, name, type, true);
  }

  /** A column that is never null. */
  public static Field required(String name, DataType type) {
    return new Field(name, name, type, false);
  }

  /** Returns a column that was renamed, or whose physical name comes from column mapping. */
  public static Field mapped(String name, String physicalName, DataType type) {
    return new Field(name, physicalName, type, true);
  }

  public static DataType struct(Field... fields) {
    return new DataType.Struct(List.of(fields));
  }

  public static DataType array(DataType element) {
    return new DataType.Array(element, true);
  }

  public static DataType map(DataType key, DataType value) {
    return new DataType.Map(key, value, true);
  }

  public static DataType decimal(int precision, int scale) {
    return new DataType.Decimal(precision, scale);
  }
}
