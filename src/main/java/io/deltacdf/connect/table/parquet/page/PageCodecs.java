package io.deltacdf.connect.table.parquet.page;

import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * The codecs of pages. They are Parquet's own, except for LZ4_RAW: Parquet asks its decompressor
 * for 8 KiB at a time, but this format can only be decompressed as a whole.
 */
public final class PageCodecs implements CompressionCodecFactory {
  private final CodecFactory parquet;

  public PageCodecs(Configuration conf) {
    // The page size is that of compressed pages, which are not written here.
    this.parquet = new CodecFactory(conf, 0);
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return parquet.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    if (codec == CompressionCodecName.LZ4_RAW) {
      return new Lz4();
    }
    try {
      return parquet.getDecompressor(codec);
    } catch (BadConfigurationException e) {
      // Parquet's message names only a class.
      throw new BadConfigurationException(codec.name(), e);
    }
  }

  @Override
  public void release() {
    parquet.release();
  }

  private static final class Lz4 implements BytesInputDecompressor {
    /** One byte stands for at most this many decompressed bytes. */
    private static final long MAX_RATIO = 255;

    private final Lz4Decompressor decompressor = new Lz4Decompressor();

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      ByteBuffer compressed = PageBytes.onHeap(bytes);
      if (size < 0 || size > MAX_RATIO * compressed.remaining()) {
        throw wrongSize(compressed.remaining(), size);
      }
      byte[] page = new byte[size];
      int from = compressed.arrayOffset() + compressed.position();
      int length = compressed.remaining();
      int written = decompressor.decompress(compressed.array(), from, length, page, 0, size);
      if (written != size) {
        throw wrongSize(length, size);
      }
      return BytesInput.from(page);
    }

    @Override
    public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size) {
      ByteBuffer page = output.slice(output.position(), size);
      decompressor.decompress(input.slice(input.position(), inputSize), page);
      if (page.hasRemaining()) {
        throw wrongSize(inputSize, size);
      }
      input.position(input.position() + inputSize);
      output.position(output.position() + size);
    }

    private static ParquetDecodingException wrongSize(int compressed, int size) {
      return new ParquetDecodingException(
          "a page of " + compressed + " compressed bytes does not have " + size + " bytes");
    }

    @Override
    public void release() {}
  }
}
