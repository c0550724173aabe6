package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Decompresses with Parquet's codecs, which allocate any size that a page claims to have. */
record SizeCheck(CompressionCodecName name, CompressionCodec codec, BytesInputDecompressor parquet)
    implements BytesInputDecompressor {
  /** Seven bits of the length at the start of a Snappy page are in one byte. */
  private static final int LENGTH_BITS = 7;

  @Override
  public BytesInput decompress(BytesInput bytes, int size) throws IOException {
    long compressed = bytes.size();
    if (size == 0) {
      return BytesInput.empty();
    } else if (size < 0) {
      throw PageSize.wrong(compressed, size);
    } else if (name == CompressionCodecName.SNAPPY) {
      ByteBuffer page = PageBytes.onHeap(bytes);
      if (snappyLength(page.duplicate()) != size) {
        throw PageSize.wrong(compressed, size);
      }
      return parquet.decompress(BytesInput.from(page), size);
    } else if (PageSize.isDoubtful(compressed, size)) {
      try (InputStream stream = codec.createInputStream(bytes.toInputStream())) {
        PageSize.require(stream, compressed, size);
      }
    }
    return parquet.decompress(bytes, size);
  }

  /** Reads the length that a Snappy page begins with. */
  private static long snappyLength(ByteBuffer page) {
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

  @Override
  public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size)
      throws IOException {
    parquet.decompress(input, inputSize, output, size);
  }

  @Override
  public void release() {
    parquet.release();
  }
}
