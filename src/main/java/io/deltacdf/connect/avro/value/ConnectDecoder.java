package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.schema.AvroNames;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.avro.schema.AvroUnions;
import io.deltacdf.connect.avro.schema.ConnectSchemas;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Reads values of one Avro schema. May be used by several threads. */
public final class ConnectDecoder {
  private final org.apache.avro.Schema avro;
  private final @Nullable Schema schema;
  private final GenericDatumReader<Object> reader;

  private ConnectDecoder(org.apache.avro.Schema avro, @Nullable Schema schema) {
    this.avro = avro;
    this.schema = schema;
    // Without the conversions that others may have added to the shared data model.
    this.reader = new GenericDatumReader<>(avro, avro, new GenericData());
  }

  /**
   * Creates a decoder.
   *
   * @throws DataException if Connect has no schema for the Avro schema
   */
  public static ConnectDecoder of(org.apache.avro.Schema avro, AvroSettings settings) {
    return new ConnectDecoder(avro, ConnectSchemas.of(avro, settings));
  }

  /**
   * Reads a body.
   *
   * @throws DataException if the bytes are no value of the schema
   */
  public SchemaAndValue decode(byte[] bytes, int offset) {
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(bytes, offset, bytes.length - offset, null);
    try {
      Object value = reader.read(null, decoder);
      return new SchemaAndValue(
          schema, schema == null ? anything(value) : value(schema, avro, value));
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      throw new DataException(
          "The bytes are no value of the Avro schema '%s'".formatted(avro.getFullName()), e);
    }
  }

  private static @Nullable Object value(
      Schema schema, org.apache.avro.Schema avro, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    org.apache.avro.Schema single = AvroUnions.singleMember(avro);
    if (single != null) {
      return value(schema, single, value);
    }
    if (avro.getType() == org.apache.avro.Schema.Type.UNION) {
      return member(schema, avro, value);
    }
    return switch (schema.type()) {
      case INT8 -> ((Integer) value).byteValue();
      case INT16 -> ((Integer) value).shortValue();
      case INT32, INT64 -> number(schema, (Number) value);
      case FLOAT32, FLOAT64, BOOLEAN -> value;
      case STRING -> value.toString();
      case BYTES -> bytes(schema, value);
      case ARRAY -> list(schema, avro, (Collection<?>) value);
      case MAP ->
          AvroNames.hasEntries(schema)
              ? entries(schema, (Collection<?>) value)
              : map(schema, avro, (Map<?, ?>) value);
      case STRUCT -> struct(schema, (IndexedRecord) value);
    };
  }

  private static Object number(Schema schema, Number value) {
    if (schema.name() == null) {
      return value;
    }
    return switch (schema.name()) {
      case org.apache.kafka.connect.data.Date.LOGICAL_NAME ->
          new Date(TimeUnit.DAYS.toMillis(value.intValue()));
      case Time.LOGICAL_NAME, Timestamp.LOGICAL_NAME -> new Date(value.longValue());
      default -> value;
    };
  }

  private static Object bytes(Schema schema, Object value) {
    ByteBuffer buffer =
        value instanceof GenericFixed fixed ? ByteBuffer.wrap(fixed.bytes()) : (ByteBuffer) value;
    if (!Decimal.LOGICAL_NAME.equals(schema.name())) {
      return buffer;
    }
    byte[] unscaled = new byte[buffer.remaining()];
    buffer.get(buffer.position(), unscaled);
    return new BigDecimal(
        new BigInteger(unscaled), Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD)));
  }

  private static List<Object> list(
      Schema schema, org.apache.avro.Schema avro, Collection<?> values) {
    List<Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(value(schema.valueSchema(), avro.getElementType(), value));
    }
    return list;
  }

  private static Map<Object, Object> map(
      Schema schema, org.apache.avro.Schema avro, Map<?, ?> values) {
    Map<Object, Object> map = new HashMap<>();
    values.forEach(
        (key, value) ->
            map.put(key.toString(), value(schema.valueSchema(), avro.getValueType(), value)));
    return map;
  }

  private static Map<Object, Object> entries(Schema schema, Collection<?> values) {
    Map<Object, Object> map = new HashMap<>();
    for (Object value : values) {
      IndexedRecord entry = (IndexedRecord) value;
      org.apache.avro.Schema.Field key = entry.getSchema().getField(AvroNames.KEY);
      org.apache.avro.Schema.Field item = entry.getSchema().getField(AvroNames.VALUE);
      map.put(
          value(schema.keySchema(), key.schema(), entry.get(key.pos())),
          value(schema.valueSchema(), item.schema(), entry.get(item.pos())));
    }
    return map;
  }

  private static Struct struct(Schema schema, IndexedRecord value) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      org.apache.avro.Schema avro = value.getSchema().getFields().get(field.index()).schema();
      struct.put(field, value(field.schema(), avro, value.get(field.index())));
    }
    return struct;
  }

  private static Struct member(Schema schema, org.apache.avro.Schema avro, Object value) {
    int branch = GenericData.get().resolveUnion(avro, value);
    int index = branch;
    for (int i = 0; i < branch; i++) {
      if (avro.getTypes().get(i).getType() == org.apache.avro.Schema.Type.NULL) {
        index--;
      }
    }
    Field field = schema.fields().get(index);
    return new Struct(schema).put(field, value(field.schema(), avro.getTypes().get(branch), value));
  }

  /** Returns a value that has no Connect schema. */
  private static @Nullable Object anything(@Nullable Object value) {
    IndexedRecord fields = (IndexedRecord) value;
    if (fields == null) {
      return null;
    }
    for (org.apache.avro.Schema.Field field : fields.getSchema().getFields()) {
      Object set = fields.get(field.pos());
      if (set == null) {
        continue;
      }
      return switch (field.name()) {
        case "string" -> set.toString();
        case "array" -> anythings((Collection<?>) set);
        case "map" -> anythingMap((Collection<?>) set);
        default -> set;
      };
    }
    return null;
  }

  private static List<Object> anythings(Collection<?> values) {
    List<Object> list = new ArrayList<>();
    values.forEach(value -> list.add(anything(value)));
    return list;
  }

  private static Map<Object, Object> anythingMap(Collection<?> entries) {
    Map<Object, Object> map = new HashMap<>();
    for (Object each : entries) {
      IndexedRecord entry = (IndexedRecord) each;
      map.put(anything(entry.get(0)), anything(entry.get(1)));
    }
    return map;
  }
}
