package io.deltacdf.connect.table.parquet.page;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decompresses pages of the deprecated codec LZ4. Most writers used the frames of Hadoop: the
 * length of a frame, and then its blocks, each after its compressed length. Others wrote a single
 * block.
 */
final class HadoopLz4Pages extends WholePages {
  private final Lz4Decompressor decompressor = new Lz4Decompressor();

  @Override
  void checkSize(ByteBuffer compressed, int size) {
    if (size > Lz4Pages.MAX_RATIO * compressed.remaining()) {
      throw PageSize.wrong(compressed.remaining(), size);
    }
  }

  @Override
  int decompress(ByteBuffer compressed, byte[] page) {
    int framed = decompressFrames(compressed.duplicate().order(ByteOrder.BIG_ENDIAN), page);
    return framed == page.length ? framed : block(compressed, compressed.remaining(), page, 0);
  }

  /** Returns how many bytes the frames have, or -1 if these are not frames. */
  private int decompressFrames(ByteBuffer frames, byte[] page) {
    int at = 0;
    while (frames.remaining() >= Integer.BYTES) {
      int frameEnd = at + frames.getInt();
      while (at < frameEnd) {
        int length = frames.remaining() < Integer.BYTES ? -1 : frames.getInt();
        if (length < 0 || length > frames.remaining() || frameEnd > page.length) {
          return -1;
        }
        try {
          at += block(frames, length, page, at);
        } catch (MalformedInputException e) {
          return -1;
        }
        frames.position(frames.position() + length);
      }
      if (at != frameEnd) {
        return -1;
      }
    }
    return frames.hasRemaining() ? -1 : at;
  }

  private int block(ByteBuffer bytes, int length, byte[] page, int at) {
    int from = bytes.arrayOffset() + bytes.position();
    return decompressor.decompress(bytes.array(), from, length, page, at, page.length - at);
  }
}
