package io.deltacdf.connect.table.parquet.page;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Values in less common encodings (the DELTA encodings, BYTE_STREAM_SPLIT). Parquet's own decoders
 * read them one at a time.
 */
final class EncodedValues extends PageValues {
  private final ValuesReader reader;
  private final PrimitiveTypeName type;

  /** Bytes that were decoded to find out their lengths, and have not been read. */
  private final Deque<byte[]> decoded = new ArrayDeque<>();

  EncodedValues(ValuesReader reader, PrimitiveTypeName type) {
    this.reader = reader;
    this.type = type;
  }

  @Override
  public void ints(int[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = reader.readInteger();
    }
  }

  @Override
  public void longs(long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = type == PrimitiveTypeName.INT32 ? reader.readInteger() : reader.readLong();
    }
  }

  @Override
  public void floats(float[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = reader.readFloat();
    }
  }

  @Override
  public void doubles(double[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] =
          switch (type) {
            case INT32 -> reader.readInteger();
            case FLOAT -> reader.readFloat();
            default -> reader.readDouble();
          };
    }
  }

  @Override
  public void bytes(BytesBuffer out, int at, int count) {
    for (int i = 0; i < count; i++) {
      byte[] next = decoded.poll();
      out.put(at + i, next != null ? next : reader.readBytes().getBytesUnsafe());
    }
  }

  @Override
  public long bytesLeft() {
    return type == PrimitiveTypeName.BINARY || type == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
        ? Long.MAX_VALUE
        : 0;
  }

  @Override
  public int fitting(int count, long bytes) {
    int fitting = 0;
    long size = 0;
    for (byte[] value : decoded) {
      size += value.length;
      if (fitting == count || size > bytes) {
        return fitting;
      }
      fitting++;
    }
    while (fitting < count) {
      byte[] value = reader.readBytes().getBytesUnsafe();
      decoded.add(value);
      size += value.length;
      if (size > bytes) {
        break;
      }
      fitting++;
    }
    return fitting;
  }

  @Override
  public void skip(int count) {
    int left = count;
    while (left > 0 && decoded.poll() != null) {
      left--;
    }
    if (left > 0) {
      reader.skip(left);
    }
  }
}
