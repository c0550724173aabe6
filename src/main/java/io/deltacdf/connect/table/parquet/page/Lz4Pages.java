package io.deltacdf.connect.table.parquet.page;

import io.airlift.compress.lz4.Lz4Decompressor;
import java.nio.ByteBuffer;

/** Decompresses pages in the block format of LZ4. */
final class Lz4Pages extends WholePages {
  /** One byte stands for at most this many decompressed bytes. */
  static final long MAX_RATIO = 255;

  private final Lz4Decompressor decompressor = new Lz4Decompressor();

  @Override
  void checkSize(ByteBuffer compressed, int size) {
    if (size > MAX_RATIO * compressed.remaining()) {
      throw PageSize.wrong(compressed.remaining(), size);
    }
  }

  @Override
  int decompress(ByteBuffer compressed, byte[] page) {
    int from = compressed.arrayOffset() + compressed.position();
    return decompressor.decompress(
        compressed.array(), from, compressed.remaining(), page, 0, page.length);
  }
}
