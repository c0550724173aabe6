package io.deltacdf.connect.testing.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** The kinds of leaves, with their values as Parquet stores them and as the reader returns them. */
enum Leaf {
  BOOLEAN(PrimitiveTypeName.BOOLEAN, 0, null, DataType.Primitive.BOOLEAN),
  INT(PrimitiveTypeName.INT32, 0, null, DataType.Primitive.INTEGER),
  INT_AS_LONG(PrimitiveTypeName.INT32, 0, null, DataType.Primitive.LONG),
  INT_AS_DOUBLE(PrimitiveTypeName.INT32, 0, null, DataType.Primitive.DOUBLE),
  LONG(PrimitiveTypeName.INT64, 0, null, DataType.Primitive.LONG),
  FLOAT(PrimitiveTypeName.FLOAT, 0, null, DataType.Primitive.FLOAT),
  FLOAT_AS_DOUBLE(PrimitiveTypeName.FLOAT, 0, null, DataType.Primitive.DOUBLE),
  DOUBLE(PrimitiveTypeName.DOUBLE, 0, null, DataType.Primitive.DOUBLE),
  STRING(
      PrimitiveTypeName.BINARY, 0, LogicalTypeAnnotation.stringType(), DataType.Primitive.STRING),
  BYTES(PrimitiveTypeName.BINARY, 0, null, DataType.Primitive.BINARY),
  FIXED_BYTES(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, 5, null, DataType.Primitive.BINARY),
  SHORT_FIXED_BYTES(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, 1, null, DataType.Primitive.BINARY),
  INT_DECIMAL(
      PrimitiveTypeName.INT32,
      0,
      LogicalTypeAnnotation.decimalType(2, 9),
      new DataType.Decimal(9, 2)),
  LONG_DECIMAL(
      PrimitiveTypeName.INT64,
      0,
      LogicalTypeAnnotation.decimalType(3, 18),
      new DataType.Decimal(18, 3)),
  FIXED_DECIMAL(
      PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
      11,
      LogicalTypeAnnotation.decimalType(3, 25),
      new DataType.Decimal(25, 3)),
  BYTES_DECIMAL(
      PrimitiveTypeName.BINARY,
      0,
      LogicalTypeAnnotation.decimalType(0, 30),
      new DataType.Decimal(30, 0)),
  INT96(PrimitiveTypeName.INT96, 0, null, DataType.Primitive.TIMESTAMP);

  private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  final PrimitiveTypeName physical;
  final int length;
  final DataType type;
  private final LogicalTypeAnnotation annotation;

  Leaf(PrimitiveTypeName physical, int length, LogicalTypeAnnotation annotation, DataType type) {
    this.physical = physical;
    this.length = length;
    this.annotation = annotation;
    this.type = type;
  }

  PrimitiveType type(Repetition repetition, String name) {
    return Types.primitive(physical, repetition).length(length).as(annotation).named(name);
  }

  /** Returns a value as Parquet stores it: a boolean, a number or bytes. */
  Object stored(Random random) {
    return switch (physical) {
      case BOOLEAN -> random.nextBoolean();
      case INT32 ->
          this == INT_DECIMAL ? random.nextInt(1_999_999_999) - 999_999_999 : ints(random);
      case INT64 ->
          this == LONG_DECIMAL ? random.nextLong() % 1_000_000_000_000_000_000L : longs(random);
      case FLOAT -> random.nextInt(20) == 0 ? Float.NaN : random.nextFloat() * ints(random);
      case DOUBLE ->
          random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian() * ints(random);
      case INT96 -> int96(random);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> Binary.fromConstantByteArray(bytes(random));
    };
  }

  private static int ints(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt();
      case 1 -> random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
      default -> random.nextInt(10) - 3;
    };
  }

  private static long longs(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
      default -> random.nextInt(10) - 3;
    };
  }

  private static Binary int96(Random random) {
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(random.nextInt(86_400) * 1_000_000_000L + random.nextInt(1_000_000_000));
    bytes.putInt(JULIAN_DAY_OF_EPOCH + random.nextInt(40_000) - 20_000);
    return Binary.fromConstantByteArray(bytes.array());
  }

  private byte[] bytes(Random random) {
    if (this == FIXED_DECIMAL || this == BYTES_DECIMAL) {
      byte[] number = new BigInteger(80, random).negate().toByteArray();
      byte[] padded = new byte[this == FIXED_DECIMAL ? length : number.length + random.nextInt(3)];
      Arrays.fill(padded, number[0] < 0 ? (byte) -1 : 0);
      System.arraycopy(number, 0, padded, padded.length - number.length, number.length);
      return padded;
    } else if (this == STRING) {
      String word = "wörd".repeat(random.nextInt(4)) + random.nextInt(30);
      return (random.nextInt(8) == 0 ? "" : word).getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[length > 0 ? length : random.nextInt(9)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Returns what the reader makes of a stored value. */
  Object read(Object stored) {
    return switch (this) {
      case INT_AS_LONG -> ((Integer) stored).longValue();
      case INT_AS_DOUBLE -> ((Integer) stored).doubleValue();
      case FLOAT_AS_DOUBLE -> ((Float) stored).doubleValue();
      case STRING -> ((Binary) stored).toStringUsingUTF8();
      case BYTES, FIXED_BYTES, SHORT_FIXED_BYTES -> ByteBuffer.wrap(((Binary) stored).getBytes());
      case INT_DECIMAL -> BigDecimal.valueOf((Integer) stored, 2);
      case LONG_DECIMAL -> BigDecimal.valueOf((Long) stored, 3);
      case FIXED_DECIMAL -> new BigDecimal(new BigInteger(((Binary) stored).getBytes()), 3);
      case BYTES_DECIMAL -> new BigDecimal(new BigInteger(((Binary) stored).getBytes()), 0);
      case INT96 -> micros(((Binary) stored).toByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
      default -> stored;
    };
  }

  private static long micros(ByteBuffer bytes) {
    long nanos = bytes.getLong(bytes.position());
    long day = bytes.getInt(bytes.position() + Long.BYTES);
    return (day - JULIAN_DAY_OF_EPOCH) * MICROS_PER_DAY + nanos / 1_000;
  }
}
