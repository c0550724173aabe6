package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** The dictionary of a column in one row group, decoded once for each type it is read as. */
public final class PageDictionary {
  private final PrimitiveType type;
  private final ByteBuffer page;
  private final int size;
  private int @Nullable [] ints;
  private long @Nullable [] longs;
  private float @Nullable [] floats;
  private double @Nullable [] doubles;
  private @Nullable BytesDictionary bytes;

  private PageDictionary(PrimitiveType type, ByteBuffer page, int size) {
    this.type = type;
    this.page = page;
    this.size = size;
  }

  public static PageDictionary of(PrimitiveType type, DictionaryPage page) throws IOException {
    ByteBuffer bytes = PageBytes.onHeap(page.getBytes());
    int size = page.getDictionarySize();
    if (size < 0 || size > bytes.remaining()) {
      throw new ParquetDecodingException(
          "a dictionary claims to have " + size + " entries in " + bytes.remaining() + " bytes");
    }
    if (type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
        && bytes.remaining() != (long) size * type.getTypeLength()) {
      // Some writers stored lengths too, which would become a part of the values.
      throw new ParquetDecodingException(
          "a dictionary of "
              + size
              + " entries of "
              + type.getTypeLength()
              + " bytes has "
              + bytes.remaining()
              + " bytes");
    }
    return new PageDictionary(type, bytes, size);
  }

  private PlainValues values() {
    return new PlainValues(type, page);
  }

  int[] ints() {
    if (ints == null) {
      ints = new int[size];
      values().ints(ints, 0, size);
    }
    return ints;
  }

  long[] longs() {
    if (longs == null) {
      longs = new long[size];
      values().longs(longs, 0, size);
    }
    return longs;
  }

  float[] floats() {
    if (floats == null) {
      floats = new float[size];
      values().floats(floats, 0, size);
    }
    return floats;
  }

  double[] doubles() {
    if (doubles == null) {
      doubles = new double[size];
      values().doubles(doubles, 0, size);
    }
    return doubles;
  }

  BytesDictionary bytes() {
    if (bytes == null) {
      BytesBuffer entries = new BytesBuffer(size);
      values().bytes(entries, 0, size);
      bytes = new BytesDictionary(entries, size);
    }
    return bytes;
  }
}
