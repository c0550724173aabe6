package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.record.value.ArrayConverter;
import io.deltacdf.connect.record.value.Binaries;
import io.deltacdf.connect.record.value.Decimals;
import io.deltacdf.connect.record.value.Floats;
import io.deltacdf.connect.record.value.MapConverter;
import io.deltacdf.connect.record.value.NullableConverter;
import io.deltacdf.connect.record.value.RequiredNulls;
import io.deltacdf.connect.record.value.StructConverter;
import io.deltacdf.connect.record.value.Temporals;
import io.deltacdf.connect.record.value.ValueConverter;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** Creates the converters of values for the schemas that {@link ValueSchemas} makes. */
final class ValueConverters {
  private final RecordConfig records;

  /** Is told of nulls that the table does not allow; null if nobody is to be told. */
  private final @Nullable RequiredNulls nulls;

  ValueConverters(RecordConfig records, @Nullable RequiredNulls nulls) {
    this.records = records;
    this.nulls = nulls;
  }

  /**
   * Creates a converter of values that may be null if their schema is optional.
   *
   * @param tableAllowsNull whether the table's schema allows null
   * @param schema the schema that {@link ValueSchemas} made for the type
   * @param path the path of the column, for messages
   */
  NullableConverter nullable(DataType type, boolean tableAllowsNull, Schema schema, String path) {
    return new NullableConverter(
        converter(type, schema, path), schema.isOptional(), path, tableAllowsNull ? null : nulls);
  }

  private ValueConverter converter(DataType type, Schema schema, String path) {
    if (type instanceof DataType.Struct struct) {
      return struct(struct, schema, path);
    } else if (type instanceof DataType.Array array) {
      return array(array, schema, path);
    } else if (type instanceof DataType.Map map) {
      return map(map, schema, path);
    } else if (type instanceof DataType.Decimal) {
      return Decimals.converter(records.decimalHandling());
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> (column, row, size) -> column.booleanAt(row);
      case BYTE -> (column, row, size) -> (byte) column.intAt(row);
      case SHORT -> (column, row, size) -> (short) column.intAt(row);
      case INTEGER -> (column, row, size) -> column.intAt(row);
      case LONG -> (column, row, size) -> column.longAt(row);
      case FLOAT, DOUBLE ->
          Floats.converter(
              (DataType.Primitive) type, records.floatHandling(), schema.isOptional(), path);
      case STRING, VARIANT ->
          (column, row, size) -> {
            String text = column.stringAt(row);
            size.addString(text);
            return text;
          };
      case BINARY -> Binaries.converter(records.binaryHandling());
      case DATE -> Temporals.dateConverter(records.timePrecision());
      case TIMESTAMP -> Temporals.timestampConverter(records.timePrecision());
      case TIMESTAMP_NTZ -> Temporals.timestampNtzConverter(records.timePrecision());
    };
  }

  private ValueConverter struct(DataType.Struct struct, Schema schema, String path) {
    List<Field> fields = struct.fields();
    NullableConverter[] converters = new NullableConverter[fields.size()];
    for (int i = 0; i < converters.length; i++) {
      Field field = fields.get(i);
      Schema fieldSchema = schema.fields().get(i).schema();
      converters[i] =
          nullable(field.type(), field.nullable(), fieldSchema, path + "." + field.name());
    }
    return new StructConverter(schema, converters);
  }

  private ValueConverter array(DataType.Array array, Schema schema, String path) {
    return new ArrayConverter(
        nullable(array.element(), array.containsNull(), schema.valueSchema(), path + ".element"));
  }

  private ValueConverter map(DataType.Map map, Schema schema, String path) {
    return new MapConverter(
        nullable(map.key(), false, schema.keySchema(), path + ".key"),
        nullable(map.value(), map.valueContainsNull(), schema.valueSchema(), path + ".value"));
  }
}
