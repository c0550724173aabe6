package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.schema.Anything;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Writes values that have no schema as {@link Anything}. */
final class AnythingWriter implements ValueWriter {
  static final AnythingWriter INSTANCE = new AnythingWriter();

  private AnythingWriter() {}

  @Override
  public void write(@Nullable Object value, AvroBuffer out) {
    int set = field(value);
    for (int i = 0; i < Anything.FIELDS; i++) {
      out.writeBranch(i == set ? 1 : 0);
      if (i == set && value != null) {
        writeField(i, value, out);
      }
    }
  }

  private static int field(@Nullable Object value) {
    if (value == null) {
      return -1;
    } else if (value instanceof Boolean) {
      return Anything.BOOLEAN;
    } else if (value instanceof byte[] || value instanceof ByteBuffer) {
      return Anything.BYTES;
    } else if (value instanceof Double) {
      return Anything.DOUBLE;
    } else if (value instanceof Float) {
      return Anything.FLOAT;
    } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return Anything.INT;
    } else if (value instanceof Long) {
      return Anything.LONG;
    } else if (value instanceof String) {
      return Anything.STRING;
    } else if (value instanceof Collection) {
      return Anything.ARRAY;
    } else if (value instanceof Map) {
      return Anything.MAP;
    }
    throw new DataException(
        "A value without a schema has the class %s, which Avro has no type for"
            .formatted(value.getClass().getName()));
  }

  private void writeField(int field, Object value, AvroBuffer out) {
    switch (field) {
      case Anything.BOOLEAN -> out.writeBoolean((Boolean) value);
      case Anything.BYTES -> ValueWriters.writeBytes(value, out);
      case Anything.DOUBLE -> out.writeDouble((Double) value);
      case Anything.FLOAT -> out.writeFloat((Float) value);
      case Anything.INT -> out.writeInt(((Number) value).intValue());
      case Anything.LONG -> out.writeLong((Long) value);
      case Anything.STRING -> out.writeString((String) value);
      case Anything.ARRAY -> {
        Collection<?> items = (Collection<?>) value;
        if (!items.isEmpty()) {
          out.writeLong(items.size());
          items.forEach(item -> write(item, out));
        }
        out.writeEnd();
      }
      default -> {
        Map<?, ?> entries = (Map<?, ?>) value;
        if (!entries.isEmpty()) {
          out.writeLong(entries.size());
          entries.forEach(
              (key, item) -> {
                write(key, out);
                write(item, out);
              });
        }
        out.writeEnd();
      }
    }
  }
}
