package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.table.column.DataType;
import org.apache.kafka.connect.data.Schema;

/** Makes the writers that fit the schemas of {@link ValueSchemas}. */
final class ValueConverters {
  private final RecordConfig records;

  ValueConverters(RecordConfig records) {
    this.records = records;
  }

  /**
   * A writer for a type.
   *
   * @param schema the schema that {@link ValueSchemas} made for the type
   * @param column the path of the column, for messages
   */
  ValueConverter writer(DataType type, Schema schema, String column) {
    if (type instanceof DataType.Struct struct) {
      return new StructConverter(struct.fields(), schema, column, this);
    } else if (type instanceof DataType.Array array) {
      return arrayWriter(array, schema, column);
    } else if (type instanceof DataType.Map map) {
      return mapWriter(map, schema, column);
    } else if (type instanceof DataType.Decimal) {
      return Decimals.writer(records.decimalHandling());
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> (c, row, size) -> c.booleanAt(row);
      case BYTE -> (c, row, size) -> (byte) c.intAt(row);
      case SHORT -> (c, row, size) -> (short) c.intAt(row);
      case INTEGER -> (c, row, size) -> c.intAt(row);
      case LONG -> (c, row, size) -> c.longAt(row);
      case FLOAT -> (c, row, size) -> c.floatAt(row);
      case DOUBLE -> (c, row, size) -> c.doubleAt(row);
      case STRING, VARIANT ->
          (c, row, size) -> {
            String text = c.stringAt(row);
            size.addString(text);
            return text;
          };
      case BINARY -> Binaries.writer(records.binaryHandling());
      case DATE -> Temporals.dateWriter(records.timePrecision());
      case TIMESTAMP -> Temporals.timestampWriter(records.timePrecision());
      case TIMESTAMP_NTZ -> Temporals.timestampNtzWriter(records.timePrecision());
    };
  }

  private ValueConverter arrayWriter(DataType.Array array, Schema schema, String column) {
    return new ArrayConverter(part(array.element(), schema.valueSchema(), column + ".element"));
  }

  private ValueConverter mapWriter(DataType.Map map, Schema schema, String column) {
    return new MapConverter(
        part(map.key(), schema.keySchema(), column + ".key"),
        part(map.value(), schema.valueSchema(), column + ".value"));
  }

  NullableConverter part(DataType type, Schema schema, String column) {
    return new NullableConverter(writer(type, schema, column), schema.isOptional(), column);
  }
}
