package io.deltacdf.connect.table.parquet.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Writes Brotli streams that store the bytes as they are, for which no library is needed. */
@SuppressWarnings("deprecation") // CodecFactory returns this type.
public final class StoredBrotli extends CodecFactory {
  private static final int BLOCK = 1 << 16;

  public StoredBrotli() {
    super(new Configuration(false), 0);
  }

  /** Returns a stream of the bytes. */
  public static byte[] compress(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // The first bit says that the window has 64 KiB.
    int bits = 1;
    for (int at = 0; at < bytes.length; at += BLOCK) {
      int length = Math.min(BLOCK, bytes.length - at);
      // Not the last block, 16 bits for its length, and stored.
      int header = (length - 1 << 3 | 1 << 19) << bits;
      for (int i = 0; i < 20 + bits; i += Byte.SIZE) {
        out.write(header >>> i);
      }
      out.write(bytes, at, length);
      bits = 0;
    }
    // The last block, and empty.
    out.write(3 << bits);
    return out.toByteArray();
  }

  @Override
  public BytesCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.BROTLI) {
      return super.getCompressor(codec);
    }
    return new BytesCompressor() {
      @Override
      public BytesInput compress(BytesInput bytes) throws IOException {
        return BytesInput.from(StoredBrotli.compress(bytes.toInputStream().readAllBytes()));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return codec;
      }

      @Override
      public void release() {}
    };
  }
}
