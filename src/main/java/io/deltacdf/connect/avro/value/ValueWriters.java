package io.deltacdf.connect.avro.value;

import static io.deltacdf.connect.avro.value.Values.mismatch;
import static io.deltacdf.connect.avro.value.Values.nonNull;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.schema.AvroNames;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.avro.value.StructWriter.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Creates the writer of a Connect schema's values in an Avro schema. */
final class ValueWriters {
  private final AvroSettings settings;

  ValueWriters(AvroSettings settings) {
    this.settings = settings;
  }

  /**
   * Creates a writer.
   *
   * @throws DataException if the Avro schema cannot hold the values
   */
  ValueWriter writer(Schema schema, org.apache.avro.Schema avro) {
    if (AvroNames.isUnion(schema)) {
      return members(schema, avro);
    }
    if (avro.getType() != org.apache.avro.Schema.Type.UNION) {
      return required(schema, avro);
    }
    int nullBranch = nullBranch(avro);
    DataException failure = null;
    for (int i = 0; i < avro.getTypes().size(); i++) {
      if (i != nullBranch) {
        try {
          return new NullableWriter(
              schema.isOptional() ? nullBranch : -1, i, required(schema, avro.getTypes().get(i)));
        } catch (DataException e) {
          failure = failure == null ? e : failure;
        }
      }
    }
    throw failure == null ? mismatch(schema, avro) : failure;
  }

  private static int nullBranch(org.apache.avro.Schema union) {
    for (int i = 0; i < union.getTypes().size(); i++) {
      if (union.getTypes().get(i).getType() == org.apache.avro.Schema.Type.NULL) {
        return i;
      }
    }
    return -1;
  }

  /** The union of which a struct has one field set. */
  private ValueWriter members(Schema schema, org.apache.avro.Schema avro) {
    if (avro.getType() != org.apache.avro.Schema.Type.UNION) {
      throw mismatch(schema, avro);
    }
    int nullBranch = nullBranch(avro);
    int branch = 0;
    List<Column> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      branch = branch == nullBranch ? branch + 1 : branch;
      if (branch >= avro.getTypes().size()) {
        throw mismatch(schema, avro);
      }
      ValueWriter value = required(field.schema(), avro.getTypes().get(branch));
      columns.add(new Column(field, new NullableWriter(-1, branch, value)));
      branch++;
    }
    return (value, out) -> writeMember(columns, nullBranch, (Struct) value, out);
  }

  private static void writeMember(
      List<Column> columns, int nullBranch, @Nullable Struct struct, AvroBuffer out) {
    for (Column column : columns) {
      Field field = column.field();
      Object value = struct == null || field == null ? null : struct.get(field);
      if (value != null) {
        column.writer().write(value, out);
        return;
      }
    }
    if (nullBranch < 0) {
      throw new DataException("No member of the union is set, but one is required");
    }
    out.writeInt(nullBranch);
  }

  private ValueWriter required(Schema schema, org.apache.avro.Schema avro) {
    LogicalTypes.check(schema, avro);
    return switch (schema.type()) {
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> NumberWriters.writer(schema, avro);
      case BOOLEAN -> {
        expect(schema, avro, org.apache.avro.Schema.Type.BOOLEAN);
        yield (value, out) -> out.writeBoolean((Boolean) nonNull(value));
      }
      case STRING -> string(schema, avro);
      case BYTES -> bytes(schema, avro);
      case ARRAY -> {
        expect(schema, avro, org.apache.avro.Schema.Type.ARRAY);
        yield CollectionWriters.array(writer(schema.valueSchema(), avro.getElementType()));
      }
      case MAP -> map(schema, avro);
      case STRUCT -> struct(schema, avro);
    };
  }

  private static ValueWriter string(Schema schema, org.apache.avro.Schema avro) {
    return switch (avro.getType()) {
      case STRING -> (value, out) -> out.writeString((String) nonNull(value));
      case BYTES ->
          (value, out) ->
              out.writeBytes(((String) nonNull(value)).getBytes(StandardCharsets.UTF_8));
      case ENUM ->
          (value, out) -> {
            String symbol = (String) nonNull(value);
            if (!avro.hasEnumSymbol(symbol)) {
              throw new DataException(
                  "The value is none of the symbols of the enum '%s'"
                      .formatted(avro.getFullName()));
            }
            out.writeInt(avro.getEnumOrdinal(symbol));
          };
      default -> throw mismatch(schema, avro);
    };
  }

  private static ValueWriter bytes(Schema schema, org.apache.avro.Schema avro) {
    if (avro.getType() == org.apache.avro.Schema.Type.FIXED) {
      int size = avro.getFixedSize();
      return (value, out) -> writeFixed(buffer(nonNull(value)), size, out);
    }
    if (avro.getType() != org.apache.avro.Schema.Type.BYTES) {
      throw mismatch(schema, avro);
    }
    ValueWriter decimal = LogicalTypes.decimal(schema);
    return decimal == null ? (value, out) -> writeBytes(nonNull(value), out) : decimal;
  }

  /** Writes a byte array or a byte buffer. */
  static void writeBytes(Object value, AvroBuffer out) {
    if (value instanceof byte[] bytes) {
      out.writeBytes(bytes);
    } else {
      out.writeBytes((ByteBuffer) value);
    }
  }

  private static ByteBuffer buffer(Object value) {
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : (ByteBuffer) value;
  }

  private static void writeFixed(ByteBuffer bytes, int size, AvroBuffer out) {
    if (bytes.remaining() != size) {
      throw new DataException(
          "The value has %d bytes instead of %d".formatted(bytes.remaining(), size));
    }
    out.writeRaw(bytes);
  }

  private ValueWriter map(Schema schema, org.apache.avro.Schema avro) {
    if (!AvroNames.hasEntries(schema)) {
      expect(schema, avro, org.apache.avro.Schema.Type.MAP);
      return CollectionWriters.map(writer(schema.valueSchema(), avro.getValueType()));
    }
    expect(schema, avro, org.apache.avro.Schema.Type.ARRAY);
    org.apache.avro.Schema entry = avro.getElementType();
    expect(schema, entry, org.apache.avro.Schema.Type.RECORD);
    org.apache.avro.Schema.Field key = entry.getField(AvroNames.KEY);
    org.apache.avro.Schema.Field item = entry.getField(AvroNames.VALUE);
    if (key == null || item == null || entry.getFields().size() != 2) {
      throw mismatch(schema, avro);
    }
    return CollectionWriters.entries(
        writer(schema.keySchema(), key.schema()),
        writer(schema.valueSchema(), item.schema()),
        key.pos() == 0);
  }

  private ValueWriter struct(Schema schema, org.apache.avro.Schema avro) {
    expect(schema, avro, org.apache.avro.Schema.Type.RECORD);
    List<Column> columns = new ArrayList<>();
    for (org.apache.avro.Schema.Field target : avro.getFields()) {
      Field field = field(schema, target.name());
      if (field != null) {
        try {
          columns.add(new Column(field, writer(field.schema(), target.schema())));
        } catch (DataException e) {
          throw new DataException("Field '%s': %s".formatted(field.name(), e.getMessage()), e);
        }
      } else if (target.hasDefaultValue()) {
        columns.add(new Column(null, constant(target)));
      } else {
        throw new DataException(
            "The registered schema has a field '%s' without a default, which the record lacks"
                .formatted(target.name()));
      }
    }
    return new StructWriter(schema, columns, !settings.nullsOverDefaults());
  }

  private @Nullable Field field(Schema schema, String name) {
    if (!settings.scrub()) {
      return schema.field(name);
    }
    for (Field field : schema.fields()) {
      if (AvroNames.scrub(field.name()).equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static ValueWriter constant(org.apache.avro.Schema.Field field) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<>(field.schema())
          .write(GenericData.get().getDefaultValue(field), encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] encoded = bytes.toByteArray();
    return (value, out) -> out.writeRaw(encoded, 0, encoded.length);
  }

  private static void expect(
      Schema schema, org.apache.avro.Schema avro, org.apache.avro.Schema.Type type) {
    if (avro.getType() != type) {
      throw mismatch(schema, avro);
    }
  }
}
