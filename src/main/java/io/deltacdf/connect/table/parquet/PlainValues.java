package io.deltacdf.connect.table.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Values in Parquet's PLAIN encoding, of pages and of dictionaries. */
final class PlainValues extends PageValues {
  private static final int INT96_BYTES = 12;
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MICROS_PER_DAY = TimeUnit.DAYS.toMicros(1);

  private final PrimitiveTypeName type;

  /** The bytes of one value; 0 where they differ. */
  private final int width;

  private final ByteBuffer buffer;

  /** The next bit of the byte at the buffer's position, for booleans. */
  private int bit;

  /**
   * Values of a type.
   *
   * @param page holds the values from its position on, in an array of the heap
   */
  PlainValues(PrimitiveType type, ByteBuffer page) {
    this.type = type.getPrimitiveTypeName();
    this.buffer = page.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.width =
        switch (this.type) {
          case INT32, FLOAT -> Integer.BYTES;
          case INT64, DOUBLE -> Long.BYTES;
          case INT96 -> INT96_BYTES;
          case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
          case BOOLEAN, BINARY -> 0;
        };
  }

  @Override
  void booleans(boolean[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      int position = buffer.position();
      out[at + i] = (buffer.get(position) >>> bit & 1) == 1;
      if (++bit == Byte.SIZE) {
        bit = 0;
        buffer.position(position + 1);
      }
    }
  }

  @Override
  void ints(int[] out, int at, int count) {
    int position = advance(count);
    buffer
        .slice(position, count * width)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .get(out, at, count);
  }

  @Override
  void longs(long[] out, int at, int count) {
    int position = advance(count);
    switch (type) {
      case INT64 ->
          buffer
              .slice(position, count * width)
              .order(ByteOrder.LITTLE_ENDIAN)
              .asLongBuffer()
              .get(out, at, count);
      case INT96 -> {
        for (int i = 0; i < count; i++) {
          out[at + i] = microsAt(position + i * width);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          out[at + i] = buffer.getInt(position + i * width);
        }
      }
    }
  }

  /** INT96: the nanoseconds of the day, then the Julian day. */
  private long microsAt(int position) {
    long nanos = buffer.getLong(position);
    long day = buffer.getInt(position + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
    return day * MICROS_PER_DAY + Math.floorDiv(nanos, 1_000L);
  }

  @Override
  void floats(float[] out, int at, int count) {
    int position = advance(count);
    buffer
        .slice(position, count * width)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(out, at, count);
  }

  @Override
  void doubles(double[] out, int at, int count) {
    int position = advance(count);
    switch (type) {
      case DOUBLE ->
          buffer
              .slice(position, count * width)
              .order(ByteOrder.LITTLE_ENDIAN)
              .asDoubleBuffer()
              .get(out, at, count);
      case FLOAT -> {
        for (int i = 0; i < count; i++) {
          out[at + i] = buffer.getFloat(position + i * width);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          out[at + i] = buffer.getInt(position + i * width);
        }
      }
    }
  }

  @Override
  void bytes(BytesVector out, int at, int count) {
    int from = buffer.position();
    int shift = out.shift(from);
    if (type == PrimitiveTypeName.BINARY) {
      for (int i = 0; i < count; i++) {
        int length = nextLength();
        int start = buffer.position();
        out.place(at + i, start + shift, length);
        buffer.position(start + length);
      }
    } else {
      advance(count);
      for (int i = 0; i < count; i++) {
        out.place(at + i, from + i * width + shift, width);
      }
    }
    out.add(buffer.array(), buffer.arrayOffset() + from, buffer.position() - from);
  }

  private int nextLength() {
    int length = buffer.getInt();
    if (length < 0 || length > buffer.remaining()) {
      throw new ParquetDecodingException("a value of " + length + " bytes in a smaller page");
    }
    return length;
  }

  /** Moves over values of fixed width; the position of the first. */
  private int advance(int count) {
    int position = buffer.position();
    long bytes = (long) count * width;
    if (bytes > buffer.remaining()) {
      throw new ParquetDecodingException("fewer values than stated");
    }
    buffer.position(position + (int) bytes);
    return position;
  }

  @Override
  void skip(int count) {
    switch (type) {
      case BOOLEAN -> {
        int bits = bit + count;
        buffer.position(buffer.position() + bits / Byte.SIZE);
        bit = bits % Byte.SIZE;
      }
      case BINARY -> {
        for (int i = 0; i < count; i++) {
          int length = nextLength();
          buffer.position(buffer.position() + length);
        }
      }
      default -> advance(count);
    }
  }
}
