package io.deltacdf.connect.avro.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Defaults in Avro schemas as Connect values. */
final class ConnectDefaults {
  private ConnectDefaults() {}

  /**
   * Returns the value of a default.
   *
   * @param value as Avro gives it: numbers, texts, lists and maps
   * @throws DataException or ClassCastException if it is not of the schema's type
   */
  static @Nullable Object of(Schema schema, org.apache.avro.Schema avro, @Nullable Object value) {
    if (value == null || value == JsonProperties.NULL_VALUE) {
      return null;
    }
    org.apache.avro.Schema single = AvroUnions.singleMember(avro);
    if (single != null) {
      return of(schema, single, value);
    }
    if (avro.getType() == org.apache.avro.Schema.Type.UNION) {
      org.apache.avro.Schema first = avro.getTypes().get(0);
      Field member = schema.fields().get(0);
      return new Struct(schema).put(member, of(member.schema(), first, value));
    }
    return withLogicalType(schema, plain(schema, avro, value));
  }

  private static Object plain(Schema schema, org.apache.avro.Schema avro, Object value) {
    return switch (schema.type()) {
      case INT8 -> ((Number) value).byteValue();
      case INT16 -> ((Number) value).shortValue();
      case INT32 -> ((Number) value).intValue();
      case INT64 -> ((Number) value).longValue();
      case FLOAT32 -> ((Number) value).floatValue();
      case FLOAT64 -> ((Number) value).doubleValue();
      case BOOLEAN -> (Boolean) value;
      case STRING -> value.toString();
      case BYTES ->
          ByteBuffer.wrap(
              value instanceof byte[] bytes
                  ? bytes
                  : ((String) value).getBytes(StandardCharsets.ISO_8859_1));
      case ARRAY -> list(schema, avro, (List<?>) value);
      case MAP ->
          // Avro allows no other default for the array of entries that stands for a map.
          value instanceof List<?> entries && entries.isEmpty()
              ? new HashMap<>()
              : map(schema, avro, (Map<?, ?>) value);
      case STRUCT -> struct(schema, avro, (Map<?, ?>) value);
    };
  }

  private static List<Object> list(Schema schema, org.apache.avro.Schema avro, List<?> values) {
    List<Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(of(schema.valueSchema(), avro.getElementType(), value));
    }
    return list;
  }

  private static Map<String, Object> map(
      Schema schema, org.apache.avro.Schema avro, Map<?, ?> values) {
    Map<String, Object> map = new HashMap<>();
    values.forEach(
        (key, value) ->
            map.put(key.toString(), of(schema.valueSchema(), avro.getValueType(), value)));
    return map;
  }

  private static Struct struct(Schema schema, org.apache.avro.Schema avro, Map<?, ?> values) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      Object value = values.get(field.name());
      if (value != null) {
        struct.put(field, of(field.schema(), avro.getField(field.name()).schema(), value));
      }
    }
    return struct;
  }

  private static Object withLogicalType(Schema schema, Object value) {
    if (schema.name() == null) {
      return value;
    }
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> Decimal.toLogical(schema, ((ByteBuffer) value).array());
      case Date.LOGICAL_NAME -> Date.toLogical(schema, (Integer) value);
      case Time.LOGICAL_NAME -> Time.toLogical(schema, (Integer) value);
      case Timestamp.LOGICAL_NAME -> Timestamp.toLogical(schema, (Long) value);
      default -> value;
    };
  }
}
