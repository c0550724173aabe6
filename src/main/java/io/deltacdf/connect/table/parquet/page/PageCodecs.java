package io.deltacdf.connect.table.parquet.page;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The codecs of pages. They are Parquet's own, except for Brotli, for which Parquet has no library,
 * for Snappy and Zstandard, whose libraries are faster without Parquet's streams and buffers, and
 * for LZ4: Parquet asks the decompressor of LZ4_RAW for 8 KiB at a time, but this format can only
 * be decompressed as a whole, and that of LZ4 allocates any size that a block claims to have.
 */
public final class PageCodecs implements CompressionCodecFactory {
  private final Parquet parquet;

  public PageCodecs(Configuration conf) {
    this.parquet = new Parquet(conf);
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return parquet.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return switch (codec) {
      case SNAPPY -> new SnappyPages();
      case ZSTD -> new ZstdPages();
      case LZ4_RAW -> new Lz4Pages();
      case LZ4 -> new HadoopLz4Pages();
      case BROTLI -> new BrotliPages();
      case UNCOMPRESSED -> parquet.getDecompressor(codec);
      default -> parquet.checked(codec);
    };
  }

  @Override
  public void release() {
    parquet.release();
  }

  private static final class Parquet extends CodecFactory {
    Parquet(Configuration conf) {
      // The page size is that of compressed pages, which are not written here.
      super(conf, 0);
    }

    BytesInputDecompressor checked(CompressionCodecName name) {
      try {
        CompressionCodec codec = getCodec(name);
        return new SizeCheck(codec, getDecompressor(name));
      } catch (BadConfigurationException e) {
        // Parquet's message names only a class.
        throw new BadConfigurationException(name.name(), e);
      }
    }
  }
}
