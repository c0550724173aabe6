package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;

/** The bytes of pages. */
final class PageBytes {
  private PageBytes() {}

  /** Returns the bytes of a page in a buffer that has an array. */
  static ByteBuffer onHeap(BytesInput bytes) throws IOException {
    ByteBuffer buffer = bytes.toByteBuffer(HeapByteBufferAllocator.getInstance(), unused -> {});
    if (buffer.hasArray()) {
      return buffer;
    }
    ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
    copy.put(buffer.duplicate());
    return copy.flip();
  }
}
