package io.deltacdf.connect.testing.parquet;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;

/** Encodes levels, dictionary ids and booleans, with runs and groups of random lengths. */
final class RunEncoder {
  private static final int GROUP = 8;

  private RunEncoder() {}

  /** Encodes values as runs and bit-packed groups, mixed at random. */
  static byte[] runs(List<Integer> values, int bits, Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < values.size()) {
      int equal = 1;
      while (at + equal < values.size() && values.get(at + equal).equals(values.get(at))) {
        equal++;
      }
      if (random.nextInt(equal >= GROUP ? 5 : 2) > 0) {
        int run = random.nextInt(4) == 0 ? 1 + random.nextInt(equal) : equal;
        varint(out, run << 1);
        for (int shift = 0; shift < bits; shift += Byte.SIZE) {
          out.write(values.get(at) >>> shift);
        }
        at += run;
      } else {
        int most = (values.size() - at + GROUP - 1) / GROUP;
        int groups = Math.min(most, 1 + random.nextInt(5));
        varint(out, groups << 1 | 1);
        pack(out, values, at, groups * GROUP, bits);
        at += groups * GROUP;
      }
    }
    return out.toByteArray();
  }

  /** Packs values, and zeros after the last of them, from the lowest bit of each byte on. */
  private static void pack(
      ByteArrayOutputStream out, List<Integer> values, int from, int count, int bits) {
    long buffer = 0;
    int filled = 0;
    for (int i = from; i < from + count; i++) {
      long value = i < values.size() ? values.get(i) & 0xFFFF_FFFFL : 0;
      buffer |= value << filled;
      filled += bits;
      while (filled >= Byte.SIZE) {
        out.write((int) buffer);
        buffer >>>= Byte.SIZE;
        filled -= Byte.SIZE;
      }
    }
  }

  /** Encodes levels in the deprecated BIT_PACKED encoding, from the highest bit of each byte on. */
  static byte[] bitPacked(List<Integer> levels, int bits) {
    byte[] packed = new byte[(levels.size() * bits + Byte.SIZE - 1) / Byte.SIZE];
    for (int i = 0; i < levels.size() * bits; i++) {
      int bit = levels.get(i / bits) >>> bits - 1 - i % bits & 1;
      packed[i / Byte.SIZE] |= (byte) (bit << Byte.SIZE - 1 - i % Byte.SIZE);
    }
    return packed;
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int left = value;
    while (left >>> 7 != 0) {
      out.write(left | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }
}
