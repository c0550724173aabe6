package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/** Decompresses with Parquet's codecs, which allocate any size that a page claims to have. */
record SizeCheck(CompressionCodec codec, BytesInputDecompressor parquet)
    implements BytesInputDecompressor {
  @Override
  public BytesInput decompress(BytesInput bytes, int size) throws IOException {
    long compressed = bytes.size();
    if (size == 0) {
      return BytesInput.empty();
    } else if (size < 0) {
      throw PageSize.wrong(compressed, size);
    } else if (PageSize.isDoubtful(compressed, size)) {
      try (InputStream stream = codec.createInputStream(bytes.toInputStream())) {
        PageSize.require(stream, compressed, size);
      }
    }
    return parquet.decompress(bytes, size);
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
