package io.deltacdf.connect.table.parquet.page;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Decompresses Zstandard pages from one array into another, without the stream and its buffers that
 * Parquet's decompressor needs for each page.
 */
final class ZstdPages extends WholePages {
  @Override
  void checkSize(ByteBuffer compressed, int size) throws IOException {
    if (PageSize.isDoubtful(compressed.remaining(), size)) {
      int from = compressed.arrayOffset() + compressed.position();
      try (InputStream stream =
          new ZstdInputStreamNoFinalizer(
              new ByteArrayInputStream(compressed.array(), from, compressed.remaining()))) {
        PageSize.require(stream, compressed.remaining(), size);
      }
    }
  }

  @Override
  int decompress(ByteBuffer compressed, byte[] page) {
    int from = compressed.arrayOffset() + compressed.position();
    try {
      return (int)
          Zstd.decompressByteArray(
              page, 0, page.length, compressed.array(), from, compressed.remaining());
    } catch (ZstdException e) {
      throw new ParquetDecodingException("a page cannot be decompressed: " + e.getMessage(), e);
    }
  }
}
