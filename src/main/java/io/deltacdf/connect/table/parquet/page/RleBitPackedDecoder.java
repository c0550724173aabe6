package io.deltacdf.connect.table.parquet.page;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Decodes levels, dictionary ids and booleans in Parquet's RLE encoding, which mixes runs of a
 * repeated value with bit-packed groups of eight values. Reads many values at a time.
 */
final class RleBitPackedDecoder {
  private static final int GROUP = 8;

  private final ByteBuffer bytes;
  private final int end;
  private final int bitWidth;
  private final BytePacker packer;
  private int position;

  /** The number of values that remain in the run or in the bit-packed groups. */
  private int left;

  private boolean packed;
  private int repeated;

  /** The current bit-packed group, of which the last {@code inGroup} values have not been read. */
  private final int[] group = new int[GROUP];

  private int inGroup;

  /**
   * Creates a decoder of the bytes from {@code position} to before {@code end}.
   *
   * @param bitWidth the number of bits of a value, from 0 to 32
   */
  RleBitPackedDecoder(byte[] bytes, int position, int end, int bitWidth) {
    if (bitWidth < 0 || bitWidth > Integer.SIZE) {
      throw new ParquetDecodingException("a bit width of " + bitWidth + " is not supported");
    }
    this.bytes = ByteBuffer.wrap(bytes);
    this.position = position;
    this.end = end;
    this.bitWidth = bitWidth;
    this.packer = Packer.LITTLE_ENDIAN.newBytePacker(bitWidth);
  }

  /** Creates a decoder of the remaining bytes of a buffer that has an array. */
  static RleBitPackedDecoder of(ByteBuffer bytes, int bitWidth) {
    int from = bytes.arrayOffset() + bytes.position();
    return new RleBitPackedDecoder(bytes.array(), from, from + bytes.remaining(), bitWidth);
  }

  /** Skips the next {@code count} values if they are in a single run of {@code value}. */
  boolean skipRunOf(int value, int count) {
    if (count > 0 && left == 0) {
      startRun();
    }
    boolean isRun = !packed && left >= count && repeated == value;
    left -= isRun ? count : 0;
    return isRun;
  }

  void read(int[] out, int at, int count) {
    int to = at + count;
    while (at < to) {
      int values = Math.min(to - at, available());
      if (!packed) {
        Arrays.fill(out, at, at + values, repeated);
        left -= values;
      } else if (inGroup > 0 || values < GROUP) {
        values = takeGroup(values);
        System.arraycopy(group, GROUP - inGroup - values, out, at, values);
      } else {
        values = unpackGroups(out, at, values / GROUP);
      }
      at += values;
    }
  }

  /** Reads values that are all less than 128. */
  void read(byte[] out, int at, int count) {
    int to = at + count;
    while (at < to) {
      int values = Math.min(to - at, available());
      if (!packed) {
        Arrays.fill(out, at, at + values, (byte) repeated);
        left -= values;
      } else {
        values = takeGroup(values);
        int from = GROUP - inGroup - values;
        for (int i = 0; i < values; i++) {
          out[at + i] = (byte) group[from + i];
        }
      }
      at += values;
    }
  }

  /** Returns the number of values left in the current run, or in the next one if there are none. */
  private int available() {
    if (left == 0) {
      startRun();
    }
    return left;
  }

  private void startRun() {
    int header = readHeader();
    packed = (header & 1) == 1;
    if (packed) {
      left = Math.multiplyExact(header >>> 1, GROUP);
      inGroup = 0;
    } else {
      left = header >>> 1;
      repeated = readRepeated();
      if (bitWidth < Integer.SIZE && repeated >>> bitWidth != 0) {
        throw new ParquetDecodingException(
            "a run repeats " + repeated + ", which has more than " + bitWidth + " bits");
      }
    }
    if (left == 0) {
      throw new ParquetDecodingException("a run is empty");
    }
  }

  /**
   * Consumes up to {@code count} values of the current group and returns how many. In {@code group}
   * they precede the values that have not been read.
   */
  private int takeGroup(int count) {
    if (inGroup == 0) {
      unpackGroups(group, 0, 1);
      left += GROUP;
      inGroup = GROUP;
    }
    int taken = Math.min(count, inGroup);
    inGroup -= taken;
    left -= taken;
    return taken;
  }

  private int unpackGroups(int[] out, int at, int groups) {
    for (int i = 0; i < groups; i++) {
      if (position + bitWidth <= end) {
        packer.unpack8Values(bytes, position, out, at + i * GROUP);
      } else if (position < end || bitWidth == 0) {
        // Writers may cut the last group after its last value.
        byte[] padded = new byte[bitWidth];
        bytes.get(position, padded, 0, end - position);
        packer.unpack8Values(ByteBuffer.wrap(padded), 0, out, at + i * GROUP);
      } else {
        throw new ParquetDecodingException("there are fewer values than the page claims");
      }
      position += bitWidth;
    }
    left -= groups * GROUP;
    return groups * GROUP;
  }

  private int readHeader() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = readByte();
      value |= (next & 0x7F) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new ParquetDecodingException("a run header is longer than 32 bits");
  }

  private int readRepeated() {
    int value = 0;
    for (int shift = 0; shift < bitWidth; shift += 8) {
      value |= readByte() << shift;
    }
    return value;
  }

  private int readByte() {
    if (position >= end) {
      throw new ParquetDecodingException("there are fewer values than the page claims");
    }
    return bytes.get(position++) & 0xFF;
  }
}
