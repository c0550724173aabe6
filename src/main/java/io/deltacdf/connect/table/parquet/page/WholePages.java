package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/** Decompresses each page as a whole. */
abstract class WholePages implements BytesInputDecompressor {
  /**
   * Checks the size that the page claims to have, before it is allocated.
   *
   * @param compressed the compressed page, which has an array
   */
  abstract void checkSize(ByteBuffer compressed, int size) throws IOException;

  /**
   * Decompresses a page.
   *
   * @return the number of bytes that the page has, if it has not more than {@code page} can hold
   */
  abstract int decompress(ByteBuffer compressed, byte[] page) throws IOException;

  @Override
  public final BytesInput decompress(BytesInput bytes, int size) throws IOException {
    return BytesInput.from(page(PageBytes.onHeap(bytes), size));
  }

  private byte[] page(ByteBuffer compressed, int size) throws IOException {
    int length = compressed.remaining();
    if (size == 0) {
      return new byte[0];
    } else if (size < 0) {
      throw PageSize.wrong(length, size);
    }
    checkSize(compressed.duplicate(), size);
    byte[] page = new byte[size];
    if (decompress(compressed, page) != size) {
      throw PageSize.wrong(length, size);
    }
    return page;
  }

  @Override
  public final void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size)
      throws IOException {
    ByteBuffer compressed = ByteBuffer.allocate(inputSize);
    compressed.put(input.slice(input.position(), inputSize)).flip();
    output.put(page(compressed, size));
    input.position(input.position() + inputSize);
  }

  @Override
  public final void release() {}
}
