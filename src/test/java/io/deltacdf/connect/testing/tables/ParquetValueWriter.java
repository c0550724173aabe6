package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.types.VariantType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/** Writes non-null canonical values ({@link Values}, {@link RowMapper}) of a Delta type. */
@FunctionalInterface
interface ParquetValueWriter {
  void write(RecordConsumer out, Object value);

  static ParquetValueWriter of(DataType type, TimestampEncoding timestamps) {
    if (type instanceof StructType structType) {
      return structWriter(structType, timestamps);
    }
    if (type instanceof VariantType) {
      StructType parts =
          new StructType()
              .add("value", BinaryType.BINARY, false)
              .add("metadata", BinaryType.BINARY, false);
      return structWriter(parts, timestamps);
    }
    if (type instanceof ArrayType array) {
      return listWriter(of(array.getElementType(), timestamps), array.containsNull());
    }
    if (type instanceof MapType map) {
      return mapWriter(
          of(map.getKeyType(), timestamps),
          of(map.getValueType(), timestamps),
          map.isValueContainsNull());
    }
    return primitiveWriter(type, timestamps);
  }

  /**
   * Returns a writer for the fields of a row, given as a map by physical name, without a group
   * around them. Parquet identifies a field by its index, so its name in the file may differ
   * ({@link FileOptions#parquetName}).
   */
  static ParquetValueWriter fieldsWriter(StructType type, TimestampEncoding timestamps) {
    int count = type.length();
    String[] names = new String[count];
    boolean[] nullable = new boolean[count];
    ParquetValueWriter[] writers = new ParquetValueWriter[count];
    for (int i = 0; i < count; i++) {
      StructField field = type.at(i);
      names[i] = ColumnMappings.physicalName(field);
      nullable[i] = field.isNullable();
      writers[i] = of(field.getDataType(), timestamps);
    }
    return (out, value) -> {
      Map<?, ?> row = (Map<?, ?>) value;
      for (int i = 0; i < count; i++) {
        writeField(out, names[i], i, writers[i], row.get(names[i]), nullable[i]);
      }
    };
  }

  private static ParquetValueWriter structWriter(StructType type, TimestampEncoding timestamps) {
    ParquetValueWriter fields = fieldsWriter(type, timestamps);
    return (out, value) -> {
      out.startGroup();
      fields.write(out, value);
      out.endGroup();
    };
  }

  private static ParquetValueWriter listWriter(ParquetValueWriter element, boolean nullable) {
    return (out, value) -> {
      List<?> list = (List<?>) value;
      out.startGroup();
      if (!list.isEmpty()) {
        out.startField("list", 0);
        for (Object item : list) {
          out.startGroup();
          writeField(out, "element", 0, element, item, nullable);
          out.endGroup();
        }
        out.endField("list", 0);
      }
      out.endGroup();
    };
  }

  private static ParquetValueWriter mapWriter(
      ParquetValueWriter key, ParquetValueWriter item, boolean nullable) {
    return (out, value) -> {
      Map<?, ?> map = (Map<?, ?>) value;
      out.startGroup();
      if (!map.isEmpty()) {
        out.startField("key_value", 0);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.startGroup();
          writeField(out, "key", 0, key, entry.getKey(), false);
          writeField(out, "value", 1, item, entry.getValue(), nullable);
          out.endGroup();
        }
        out.endField("key_value", 0);
      }
      out.endGroup();
    };
  }

  private static void writeField(
      RecordConsumer out,
      String name,
      int index,
      ParquetValueWriter writer,
      Object value,
      boolean nullable) {
    if (value != null) {
      out.startField(name, index);
      writer.write(out, value);
      out.endField(name, index);
    } else if (!nullable) {
      throw new IllegalArgumentException(
          "The field " + name + " is not nullable, but its value is null");
    }
  }

  private static ParquetValueWriter primitiveWriter(DataType type, TimestampEncoding timestamps) {
    if (type instanceof BooleanType) {
      return (out, value) -> out.addBoolean((Boolean) value);
    }
    if (type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType) {
      return (out, value) -> out.addInteger(((Number) value).intValue());
    }
    if (type instanceof LongType) {
      return (out, value) -> out.addLong((Long) value);
    }
    if (type instanceof FloatType) {
      return (out, value) -> out.addFloat((Float) value);
    }
    if (type instanceof DoubleType) {
      return (out, value) -> out.addDouble((Double) value);
    }
    if (type instanceof StringType) {
      return (out, value) -> out.addBinary(Binary.fromString((String) value));
    }
    if (type instanceof BinaryType) {
      return (out, value) ->
          out.addBinary(Binary.fromConstantByteBuffer(((ByteBuffer) value).duplicate()));
    }
    if (type instanceof DateType) {
      return (out, value) -> out.addInteger(Math.toIntExact(((LocalDate) value).toEpochDay()));
    }
    if (type instanceof TimestampType) {
      return timestampWriter(timestamps);
    }
    if (type instanceof TimestampNTZType) {
      return (out, value) -> out.addLong(micros(((LocalDateTime) value).toInstant(ZoneOffset.UTC)));
    }
    if (type instanceof DecimalType decimalType) {
      return decimalWriter(decimalType.getPrecision());
    }
    throw new IllegalArgumentException("There is no Parquet writer for " + type);
  }

  private static ParquetValueWriter timestampWriter(TimestampEncoding timestamps) {
    return switch (timestamps) {
      case MICROS -> (out, value) -> out.addLong(micros((Instant) value));
      case MILLIS, MILLIS_LOCAL -> (out, value) -> out.addLong(((Instant) value).toEpochMilli());
      case INT96 -> (out, value) -> out.addBinary(int96((Instant) value));
    };
  }

  private static ParquetValueWriter decimalWriter(int precision) {
    if (precision <= 9) {
      return (out, value) -> out.addInteger(((BigDecimal) value).unscaledValue().intValueExact());
    }
    if (precision <= 18) {
      return (out, value) -> out.addLong(((BigDecimal) value).unscaledValue().longValueExact());
    }
    int length = ParquetTypes.decimalBytes(precision);
    return (out, value) -> {
      BigInteger unscaled = ((BigDecimal) value).unscaledValue();
      byte[] bytes = unscaled.toByteArray();
      byte[] fixed = new byte[length];
      Arrays.fill(fixed, (byte) (unscaled.signum() < 0 ? -1 : 0));
      System.arraycopy(bytes, 0, fixed, length - bytes.length, bytes.length);
      out.addBinary(Binary.fromConstantByteArray(fixed));
    };
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }

  /**
   * Returns eight bytes with the nanoseconds of the day and four bytes with the Julian day, little
   * endian.
   */
  private static Binary int96(Instant instant) {
    long seconds = instant.getEpochSecond();
    long day = Math.floorDiv(seconds, 86_400L);
    long nanosOfDay = Math.floorMod(seconds, 86_400L) * 1_000_000_000L + instant.getNano();
    long julianDayOfEpoch = 2_440_588;
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(nanosOfDay).putInt(Math.toIntExact(day + julianDayOfEpoch)).flip();
    return Binary.fromConstantByteBuffer(bytes);
  }
}
