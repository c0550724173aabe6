package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.io.ParquetDecodingException;

/** Checks the size that the header of a page claims, before memory for it is allocated. */
final class PageSize {
  /** Pages up to this size are not checked. */
  private static final int ALWAYS = 16 << 20;

  /** Pages that are compressed by a greater ratio are checked. */
  private static final int RATIO = 8;

  private PageSize() {}

  /** Whether a page needs more memory than its compressed bytes make likely. */
  static boolean isDoubtful(long compressed, int size) {
    return size > ALWAYS && size / RATIO > compressed;
  }

  /** Decompresses a page without keeping its bytes, and checks that it has them. */
  static void require(InputStream decompressed, long compressed, int size) throws IOException {
    byte[] part = new byte[1 << 16];
    long found = 0;
    for (int count = decompressed.read(part); count > 0; count = decompressed.read(part)) {
      found += count;
      if (found > size) {
        break;
      }
    }
    if (found != size) {
      throw wrong(compressed, size);
    }
  }

  static ParquetDecodingException wrong(long compressed, int size) {
    return new ParquetDecodingException(
        "a page of " + compressed + " compressed bytes does not have " + size + " bytes");
  }
}
