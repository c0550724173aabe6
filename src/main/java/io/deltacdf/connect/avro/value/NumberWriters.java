package io.deltacdf.connect.avro.value;

import static io.deltacdf.connect.avro.value.Values.nonNull;

import java.util.EnumSet;
import java.util.Set;
import org.apache.avro.Schema.Type;
import org.apache.kafka.connect.data.Schema;

/** Writers of numbers, also in a wider type of an older or newer schema. */
final class NumberWriters {
  private static final Set<Type> INTEGERS = EnumSet.of(Type.INT, Type.LONG);
  private static final Set<Type> NUMBERS = EnumSet.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE);

  private NumberWriters() {}

  static ValueWriter writer(Schema schema, org.apache.avro.Schema avro) {
    if (avro.getType() == exact(schema.type())) {
      ValueWriter logical = LogicalTypes.number(schema);
      return logical == null ? exactly(schema.type()) : logical;
    }
    if (!NUMBERS.contains(avro.getType())
        || avro.getType().compareTo(exact(schema.type())) < 0
        || LogicalTypes.number(schema) != null && !INTEGERS.contains(avro.getType())) {
      throw Values.mismatch(schema, avro);
    }
    return wider(schema, avro.getType());
  }

  private static Type exact(Schema.Type type) {
    return switch (type) {
      case INT8, INT16, INT32 -> Type.INT;
      case INT64 -> Type.LONG;
      case FLOAT32 -> Type.FLOAT;
      case FLOAT64 -> Type.DOUBLE;
      default -> throw new IllegalArgumentException("Not a number: " + type);
    };
  }

  private static ValueWriter exactly(Schema.Type type) {
    return switch (type) {
      case INT8 -> (value, out) -> out.writeInt((Byte) nonNull(value));
      case INT16 -> (value, out) -> out.writeInt((Short) nonNull(value));
      case INT32 -> (value, out) -> out.writeInt((Integer) nonNull(value));
      case INT64 -> (value, out) -> out.writeLong((Long) nonNull(value));
      case FLOAT32 -> (value, out) -> out.writeFloat((Float) nonNull(value));
      case FLOAT64 -> (value, out) -> out.writeDouble((Double) nonNull(value));
      default -> throw new IllegalArgumentException("Not a number: " + type);
    };
  }

  private static ValueWriter wider(Schema schema, Type type) {
    return switch (type) {
      case LONG ->
          (value, out) -> out.writeLong(LogicalTypes.plain(schema, nonNull(value)).longValue());
      case FLOAT -> (value, out) -> out.writeFloat(((Number) nonNull(value)).floatValue());
      case DOUBLE -> (value, out) -> out.writeDouble(((Number) nonNull(value)).doubleValue());
      default -> throw new IllegalArgumentException("Not a wider number: " + type);
    };
  }
}
