package io.deltacdf.connect.table.parquet.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Values of a page or of a dictionary in Parquet's PLAIN encoding. */
final class PlainValues extends PageValues {
  private static final int INT96_BYTES = 12;
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MICROS_PER_DAY = TimeUnit.DAYS.toMicros(1);

  private final PrimitiveTypeName type;

  /** The number of bytes of one value; 0 if the values are not of fixed width in bytes. */
  private final int width;

  private final ByteBuffer buffer;

  /** For booleans, the next bit of the byte at the buffer's position. */
  private int bit;

  /**
   * Creates the values of a page.
   *
   * @param page the values, which start at its position; must have an array
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
  public void booleans(boolean[] out, int at, int count) {
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
  public void ints(int[] out, int at, int count) {
    int position = advance(count);
    buffer
        .slice(position, count * width)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .get(out, at, count);
  }

  @Override
  public void longs(long[] out, int at, int count) {
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

  /** Reads an INT96, which is the nanoseconds of the day and then the Julian day. */
  private long microsAt(int position) {
    long nanos = buffer.getLong(position);
    long day = buffer.getInt(position + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
    try {
      return Math.addExact(Math.multiplyExact(day, MICROS_PER_DAY), Math.floorDiv(nanos, 1_000L));
    } catch (ArithmeticException e) {
      throw new ParquetDecodingException(
          "the day " + day + " after 1970 is out of the range of timestamps", e);
    }
  }

  @Override
  public void floats(float[] out, int at, int count) {
    int position = advance(count);
    buffer
        .slice(position, count * width)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(out, at, count);
  }

  @Override
  public void doubles(double[] out, int at, int count) {
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
  public void bytes(BytesBuffer out, int at, int count) {
    int from = buffer.position();
    int shift = out.end() - from;
    if (type == PrimitiveTypeName.BINARY) {
      for (int i = 0; i < count; i++) {
        int length = nextLength();
        int start = buffer.position();
        out.setSlot(at + i, start + shift, length);
        buffer.position(start + length);
      }
    } else {
      advance(count);
      for (int i = 0; i < count; i++) {
        out.setSlot(at + i, from + i * width + shift, width);
      }
    }
    out.append(buffer.array(), buffer.arrayOffset() + from, buffer.position() - from);
  }

  @Override
  public long bytesLeft() {
    return type == PrimitiveTypeName.BINARY || type == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
        ? buffer.remaining()
        : 0;
  }

  @Override
  public int fitting(int count, long bytes) {
    if (type != PrimitiveTypeName.BINARY) {
      return width == 0 ? count : (int) Math.min(count, bytes / width);
    }
    int start = buffer.position();
    int fitting = 0;
    while (fitting < count) {
      int length = nextLength();
      buffer.position(buffer.position() + length);
      if (buffer.position() - start > bytes) {
        break;
      }
      fitting++;
    }
    buffer.position(start);
    return fitting;
  }

  private int nextLength() {
    int length = buffer.getInt();
    if (length < 0 || length > buffer.remaining()) {
      throw new ParquetDecodingException("a value of " + length + " bytes is longer than its page");
    }
    return length;
  }

  /** Skips values of fixed width and returns the position of the first. */
  private int advance(int count) {
    int position = buffer.position();
    long bytes = (long) count * width;
    if (bytes > buffer.remaining()) {
      throw new ParquetDecodingException("a page has fewer values than it claims");
    }
    buffer.position(position + (int) bytes);
    return position;
  }

  @Override
  public void skip(int count) {
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
