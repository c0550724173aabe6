package io.deltacdf.connect.table.parquet.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.brotli.dec.BrotliInputStream;

/** Decompresses Brotli pages. */
final class BrotliPages extends WholePages {
  private static InputStream stream(ByteBuffer compressed) throws IOException {
    int from = compressed.arrayOffset() + compressed.position();
    return new BrotliInputStream(
        new ByteArrayInputStream(compressed.array(), from, compressed.remaining()));
  }

  @Override
  void checkSize(ByteBuffer compressed, int size) throws IOException {
    if (PageSize.isDoubtful(compressed.remaining(), size)) {
      try (InputStream stream = stream(compressed)) {
        PageSize.require(stream, compressed.remaining(), size);
      }
    }
  }

  @Override
  int decompress(ByteBuffer compressed, byte[] page) throws IOException {
    try (InputStream stream = stream(compressed)) {
      int read = stream.readNBytes(page, 0, page.length);
      return stream.read() < 0 ? read : read + 1;
    }
  }
}
