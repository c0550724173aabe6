package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts between logical rows, which tests see and which use the names of the table's schema, and
 * physical rows, which files contain and which use physical names. Both have canonical values
 * ({@link Values}). A variant is a map of its two binaries, {@code value} and {@code metadata}.
 */
final class RowMapper {
  private static final StructType VARIANT =
      new StructType()
          .add("value", BinaryType.BINARY, false)
          .add("metadata", BinaryType.BINARY, false);

  private RowMapper() {}

  /**
   * Returns the physical form of a row; missing columns are null.
   *
   * @throws IllegalArgumentException if the row has a column that the schema does not have, or a
   *     value that does not fit its type
   */
  static Map<String, Object> toPhysical(StructType schema, Map<String, ?> row) {
    return struct(schema, row, true);
  }

  /**
   * Returns the logical form of a row: columns that the file does not have are null, and columns
   * that the schema does not have are omitted.
   */
  static Map<String, Object> toLogical(StructType schema, Map<String, ?> physical) {
    return struct(schema, physical, false);
  }

  private static Map<String, Object> struct(
      StructType schema, Map<String, ?> row, boolean toPhysical) {
    Map<String, Object> result = new LinkedHashMap<>();
    int used = 0;
    for (StructField field : schema.fields()) {
      String physical = ColumnMappings.physicalName(field);
      String from = toPhysical ? field.getName() : physical;
      Object value = row.get(from);
      if (value != null || row.containsKey(from)) {
        used++;
      }
      try {
        result.put(
            toPhysical ? physical : field.getName(), value(field.getDataType(), value, toPhysical));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("Column " + field.getName() + ": " + e.getMessage(), e);
      }
    }
    if (toPhysical && used < row.size()) {
      throw new IllegalArgumentException(
          "The row " + row + " has columns other than " + schema.fieldNames());
    }
    return result;
  }

  private static Object value(DataType type, Object value, boolean toPhysical) {
    if (value == null) {
      return null;
    }
    if (type instanceof StructType structType) {
      return struct(structType, structValue(value, type), toPhysical);
    }
    if (type instanceof VariantType) {
      return struct(VARIANT, structValue(value, type), toPhysical);
    }
    if (type instanceof ArrayType arrayType) {
      DataType elementType = arrayType.getElementType();
      List<Object> elements = new ArrayList<>();
      for (Object element : cast(value, List.class, type)) {
        elements.add(value(elementType, element, toPhysical));
      }
      return elements;
    }
    if (type instanceof MapType mapType) {
      Map<?, ?> map = cast(value, Map.class, type);
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.put(
            value(mapType.getKeyType(), entry.getKey(), toPhysical),
            value(mapType.getValueType(), entry.getValue(), toPhysical));
      }
      return entries;
    }
    return Values.canonical(type, value);
  }

  private static <T> T cast(Object value, Class<T> wanted, DataType type) {
    if (!wanted.isInstance(value)) {
      throw new IllegalArgumentException("This is not a value of type " + type + ": " + value);
    }
    return wanted.cast(value);
  }

  /**
   * Casts a struct to a map by field name; {@code toPhysical} uses strings only to look up fields.
   */
  @SuppressWarnings("unchecked")
  private static Map<String, ?> structValue(Object value, DataType type) {
    return (Map<String, ?>) cast(value, Map.class, type);
  }

  /**
   * Returns the schema with a string column {@code _change_type} at its end, as cdc files have it.
   */
  static StructType withChangeType(StructType schema) {
    return schema.add(TestTable.CHANGE_TYPE, StringType.STRING);
  }
}
