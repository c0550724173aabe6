package io.deltacdf.connect.table.parquet;

import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Values in less common encodings (the DELTA encodings, BYTE_STREAM_SPLIT). Parquet's own decoders
 * read them one at a time.
 */
final class EncodedValues extends PageValues {
  private final ValuesReader reader;
  private final PrimitiveTypeName type;

  EncodedValues(ValuesReader reader, PrimitiveTypeName type) {
    this.reader = reader;
    this.type = type;
  }

  @Override
  void ints(int[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = reader.readInteger();
    }
  }

  @Override
  void longs(long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = type == PrimitiveTypeName.INT32 ? reader.readInteger() : reader.readLong();
    }
  }

  @Override
  void floats(float[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = reader.readFloat();
    }
  }

  @Override
  void doubles(double[] out, int at, int count) {
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
  void bytes(BytesBuffer out, int at, int count) {
    for (int i = 0; i < count; i++) {
      Binary value = reader.readBytes();
      byte[] bytes = value.getBytesUnsafe();
      out.put(at + i, bytes);
    }
  }

  @Override
  void skip(int count) {
    reader.skip(count);
  }
}
