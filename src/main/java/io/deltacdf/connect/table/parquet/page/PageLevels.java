package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.values.bitpacking.BitPacking;
import org.apache.parquet.column.values.bitpacking.BitPacking.BitPackingReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/** The repetition levels or the definition levels of a page, read from first to last. */
@FunctionalInterface
interface PageLevels {
  /** The levels of a column that has none of them. */
  PageLevels NONE = count -> null;

  /** Returns the next levels, or null if all have the usual value. */
  byte @Nullable [] next(int count);

  /** Returns levels in the RLE encoding. */
  static PageLevels runs(ByteBuffer bytes, int maximum, int usual) {
    if (maximum == 0) {
      return NONE;
    }
    RleBitPackedDecoder decoder =
        RleBitPackedDecoder.of(bytes, BytesUtils.getWidthFromMaxInt(maximum));
    return count -> {
      if (decoder.skipRunOf(usual, count)) {
        return null;
      }
      byte[] levels = new byte[count];
      decoder.read(levels, 0, count);
      requireAtMost(maximum, levels);
      return levels;
    };
  }

  /**
   * Returns levels in the deprecated BIT_PACKED encoding. The page's position is then after them.
   */
  static PageLevels bitPacked(ByteBuffer page, int maximum, int entries) throws IOException {
    int bits = BytesUtils.getWidthFromMaxInt(maximum);
    long length = ((long) bits * entries + Byte.SIZE - 1) / Byte.SIZE;
    if (length > page.remaining()) {
      throw new ParquetDecodingException("there are fewer levels than the page claims");
    }
    ByteBuffer bytes = page.slice(page.position(), (int) length);
    page.position(page.position() + (int) length);
    BitPackingReader reader =
        BitPacking.createBitPackingReader(bits, ByteBufferInputStream.wrap(bytes), entries);
    return count -> {
      byte[] levels = new byte[count];
      try {
        for (int i = 0; i < count; i++) {
          levels[i] = (byte) reader.read();
        }
      } catch (IOException e) {
        throw new ParquetDecodingException("levels cannot be read", e);
      }
      requireAtMost(maximum, levels);
      return levels;
    };
  }

  /** Refuses levels above the maximum, unless the number of their bits already excludes them. */
  private static void requireAtMost(int maximum, byte[] levels) {
    if ((maximum & maximum + 1) == 0) {
      return;
    }
    for (byte level : levels) {
      if (level > maximum) {
        throw new ParquetDecodingException(
            "a page has the level " + level + ", but the highest of its column is " + maximum);
      }
    }
  }
}
