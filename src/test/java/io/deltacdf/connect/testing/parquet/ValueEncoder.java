package io.deltacdf.connect.testing.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.io.api.Binary;

/** Encodes the values of a page in any encoding that its type can have, except dictionaries. */
final class ValueEncoder {
  private static final int SLAB = 64;
  private static final int PAGE = 1 << 20;
  private static final ByteBufferAllocator HEAP = new HeapByteBufferAllocator();

  private ValueEncoder() {}

  /** Returns the encodings that values of a type can have. */
  static List<Encoding> encodings(Leaf leaf) {
    return switch (leaf.physical) {
      case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
      case INT32, INT64 ->
          List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
      case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT);
      case INT96 -> List.of(Encoding.PLAIN);
      case BINARY ->
          List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
      case FIXED_LEN_BYTE_ARRAY ->
          List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
    };
  }

  static byte[] encode(Leaf leaf, Encoding encoding, List<Object> values, Random random)
      throws IOException {
    if (encoding == Encoding.PLAIN) {
      return plain(leaf, values);
    } else if (encoding == Encoding.RLE) {
      List<Integer> bits = values.stream().map(value -> (boolean) value ? 1 : 0).toList();
      byte[] runs = RunEncoder.runs(bits, 1, random);
      return withLength(runs);
    }
    try (ValuesWriter writer = writer(leaf, encoding, random)) {
      for (Object value : values) {
        write(writer, value);
      }
      return writer.getBytes().toInputStream().readAllBytes();
    }
  }

  /** Returns bytes after their length. */
  static byte[] withLength(byte[] bytes) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static byte[] plain(Leaf leaf, List<Object> values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (leaf == Leaf.BOOLEAN) {
      for (int i = 0; i < values.size(); i += Byte.SIZE) {
        int bits = 0;
        for (int j = i; j < Math.min(values.size(), i + Byte.SIZE); j++) {
          bits |= (boolean) values.get(j) ? 1 << j - i : 0;
        }
        out.write(bits);
      }
      return out.toByteArray();
    }
    for (Object value : values) {
      ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      if (value instanceof Binary binary) {
        boolean hasLength = leaf.length == 0 && leaf != Leaf.INT96;
        out.writeBytes(hasLength ? withLength(binary.getBytes()) : binary.getBytes());
        continue;
      } else if (value instanceof Integer integer) {
        number.putInt(integer);
      } else if (value instanceof Float real) {
        number.putFloat(real);
      } else if (value instanceof Double real) {
        number.putDouble(real);
      } else {
        number.putLong((Long) value);
      }
      out.write(number.array(), 0, number.position());
    }
    return out.toByteArray();
  }

  private static ValuesWriter writer(Leaf leaf, Encoding encoding, Random random) {
    int blocks = 128 << random.nextInt(3);
    int inBlock = 1 << random.nextInt(3);
    return switch (encoding) {
      case DELTA_BINARY_PACKED ->
          switch (leaf.physical) {
            case INT32 ->
                new DeltaBinaryPackingValuesWriterForInteger(blocks, inBlock, SLAB, PAGE, HEAP);
            default -> new DeltaBinaryPackingValuesWriterForLong(blocks, inBlock, SLAB, PAGE, HEAP);
          };
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesWriter(SLAB, PAGE, HEAP);
      case DELTA_BYTE_ARRAY -> new DeltaByteArrayWriter(SLAB, PAGE, HEAP);
      default ->
          switch (leaf.physical) {
            case INT32 ->
                new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(
                    SLAB, PAGE, HEAP);
            case INT64 ->
                new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(SLAB, PAGE, HEAP);
            case FLOAT ->
                new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(SLAB, PAGE, HEAP);
            case DOUBLE ->
                new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(SLAB, PAGE, HEAP);
            default ->
                new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                    leaf.length, SLAB, PAGE, HEAP);
          };
    };
  }

  private static void write(ValuesWriter writer, Object value) {
    if (value instanceof Binary binary) {
      writer.writeBytes(binary);
    } else if (value instanceof Integer integer) {
      writer.writeInteger(integer);
    } else if (value instanceof Float real) {
      writer.writeFloat(real);
    } else if (value instanceof Double real) {
      writer.writeDouble(real);
    } else {
      writer.writeLong((Long) value);
    }
  }
}
