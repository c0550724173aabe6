package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Writes Connect data as JSON, like Connect's JsonConverter with {@code schemas.enable=false} and
 * {@code decimal.format=NUMERIC}: bytes in Base64, decimals as numbers, Connect's dates as days and
 * its timestamps as milliseconds, and maps whose keys are not strings as arrays of pairs.
 */
final class ConnectJson {
  private ConnectJson() {}

  /**
   * Writes a value.
   *
   * @param schema the schema of the value; null if it has none, as in headers and offsets
   */
  static void write(JsonGenerator json, @Nullable Schema schema, @Nullable Object value)
      throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Struct struct) {
      writeStruct(json, struct);
    } else if (value instanceof Collection<?> elements) {
      writeArray(json, schema == null ? null : schema.valueSchema(), elements);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(json, schema, map);
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else if (value instanceof ByteBuffer buffer) {
      writeBytes(json, buffer.duplicate());
    } else if (value instanceof java.util.Date date) {
      writeDate(json, schema, date);
    } else {
      writePlain(json, value);
    }
  }

  private static void writeStruct(JsonGenerator json, Struct struct) throws IOException {
    json.writeStartObject();
    for (Field field : struct.schema().fields()) {
      json.writeFieldName(field.name());
      write(json, field.schema(), struct.getWithoutDefault(field.name()));
    }
    json.writeEndObject();
  }

  private static void writeArray(
      JsonGenerator json, @Nullable Schema element, Collection<?> elements) throws IOException {
    json.writeStartArray();
    for (Object value : elements) {
      write(json, element, value);
    }
    json.writeEndArray();
  }

  private static void writeMap(JsonGenerator json, @Nullable Schema schema, Map<?, ?> map)
      throws IOException {
    @Nullable Schema keys = schema == null ? null : schema.keySchema();
    @Nullable Schema values = schema == null ? null : schema.valueSchema();
    if (keys == null || keys.type() == Schema.Type.STRING) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(json, values, entry.getValue());
      }
      json.writeEndObject();
      return;
    }
    json.writeStartArray();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeStartArray();
      write(json, keys, entry.getKey());
      write(json, values, entry.getValue());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private static void writeBytes(JsonGenerator json, ByteBuffer buffer) throws IOException {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    json.writeBinary(bytes);
  }

  private static void writeDate(JsonGenerator json, @Nullable Schema schema, java.util.Date date)
      throws IOException {
    String name = schema == null ? Timestamp.LOGICAL_NAME : schema.name();
    switch (name) {
      case Date.LOGICAL_NAME -> json.writeNumber(Date.fromLogical(schema, date));
      case Time.LOGICAL_NAME -> json.writeNumber(Time.fromLogical(schema, date));
      default -> json.writeNumber(date.toInstant().toEpochMilli());
    }
  }

  private static void writePlain(JsonGenerator json, Object value) throws IOException {
    if (value instanceof CharSequence text) {
      json.writeString(text.toString());
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Short || value instanceof Byte) {
      json.writeNumber(((Number) value).intValue());
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Float number) {
      json.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else {
      throw new IllegalArgumentException(
          "Connect data of class " + value.getClass().getName() + " cannot be written as JSON");
    }
  }
}
