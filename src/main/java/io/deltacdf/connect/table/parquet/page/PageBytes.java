package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;

/** The bytes of pages. */
final class PageBytes {
  private PageBytes() {}

  /** Returns the bytes of a page in a buffer that has an array, without a copy if they have one. */
  @SuppressWarnings("deprecation") // What replaces toByteBuffer() copies arrays.
  static ByteBuffer onHeap(BytesInput bytes) throws IOException {
    ByteBuffer buffer = bytes.toByteBuffer();
    if (buffer.hasArray()) {
      return buffer;
    }
    ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
    copy.put(buffer.duplicate());
    return copy.flip();
  }
}
