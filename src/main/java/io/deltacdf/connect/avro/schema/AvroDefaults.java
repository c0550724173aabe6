package io.deltacdf.connect.avro.schema;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
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
import org.jspecify.annotations.Nullable;

/** Default values of Connect schemas as objects that Avro writes as JSON. */
final class AvroDefaults {
  private final boolean scrub;
  private final boolean floatsAsDoubles;

  private AvroDefaults(boolean scrub, boolean floatsAsDoubles) {
    this.scrub = scrub;
    this.floatsAsDoubles = floatsAsDoubles;
  }

  /** The default of a schema, as a property of the Avro schema. */
  static Object ofSchema(Schema schema, boolean scrub) {
    return new AvroDefaults(scrub, false).of(schema, schema.defaultValue());
  }

  /** The default of a schema, as the default of a field; other converters widen its floats. */
  static Object ofField(Schema schema, boolean scrub) {
    return new AvroDefaults(scrub, true).of(schema, schema.defaultValue());
  }

  private Object of(Schema schema, @Nullable Object value) {
    if (value == null) {
      return JsonProperties.NULL_VALUE;
    }
    Object plain = withoutLogicalType(schema, value);
    return switch (schema.type()) {
      case INT8 -> ((Byte) plain).intValue();
      case INT16 -> ((Short) plain).intValue();
      case INT32 -> (Integer) plain;
      case INT64 -> (Long) plain;
      case FLOAT32 -> floatsAsDoubles ? (Object) ((Float) plain).doubleValue() : (Float) plain;
      case FLOAT64 -> (Double) plain;
      case BOOLEAN -> (Boolean) plain;
      case STRING -> (String) plain;
      case BYTES -> bytes(plain);
      case ARRAY -> list(schema.valueSchema(), (Collection<?>) plain);
      case MAP -> map(schema, (Map<?, ?>) plain);
      case STRUCT -> struct(schema, (Struct) plain);
    };
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    ByteBuffer buffer = (ByteBuffer) value;
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  private List<Object> list(Schema element, Collection<?> values) {
    List<Object> list = new ArrayList<>();
    values.forEach(value -> list.add(of(element, value)));
    return list;
  }

  private Object map(Schema schema, Map<?, ?> values) {
    if (!AvroNames.hasEntries(schema)) {
      Map<String, Object> map = new LinkedHashMap<>();
      values.forEach((key, value) -> map.put((String) key, of(schema.valueSchema(), value)));
      return map;
    }
    List<Object> entries = new ArrayList<>();
    values.forEach(
        (key, value) ->
            entries.add(
                Arrays.asList(of(schema.keySchema(), key), of(schema.valueSchema(), value))));
    return entries;
  }

  private Object struct(Schema schema, Struct value) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Field field : schema.fields()) {
      Object of = of(field.schema(), value.get(field));
      if (AvroNames.isUnion(schema)) {
        return of;
      }
      map.put(scrub ? AvroNames.scrub(field.name()) : field.name(), of);
    }
    return map;
  }

  private static Object withoutLogicalType(Schema schema, Object value) {
    if (schema.name() == null) {
      return value;
    }
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> Decimal.fromLogical(schema, (BigDecimal) value);
      case Date.LOGICAL_NAME -> Date.fromLogical(schema, (java.util.Date) value);
      case Time.LOGICAL_NAME -> Time.fromLogical(schema, (java.util.Date) value);
      case Timestamp.LOGICAL_NAME -> Timestamp.fromLogical(schema, (java.util.Date) value);
      default -> value;
    };
  }
}
