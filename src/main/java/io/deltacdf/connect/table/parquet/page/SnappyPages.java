package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/**
 * Decompresses Snappy pages from one array into another. Parquet's decompressor copies them to
 * memory outside of the heap and back.
 */
final class SnappyPages extends WholePages {
  /** Seven bits of the length at the start of a page are in one byte. */
  private static final int LENGTH_BITS = 7;

  @Override
  void checkSize(ByteBuffer compressed, int size) {
    // The library writes as many bytes as the page says, whatever the size of the array.
    if (length(compressed.duplicate()) != size) {
      throw PageSize.wrong(compressed.remaining(), size);
    }
  }

  @Override
  int decompress(ByteBuffer compressed, byte[] page) throws IOException {
    int from = compressed.arrayOffset() + compressed.position();
    return Snappy.uncompress(compressed.array(), from, compressed.remaining(), page, 0);
  }

  /** Reads the length that a page begins with. */
  private static long length(ByteBuffer page) {
    long length = 0;
    for (int shift = 0; page.hasRemaining() && shift < Integer.SIZE; shift += LENGTH_BITS) {
      int next = page.get();
      length |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return length;
      }
    }
    return -1;
  }
}
