package io.deltacdf.connect.testing.fuzz;

import java.util.Arrays;
import java.util.Random;

/** Damages bytes: changes, inserts, repeats, moves or cuts them. */
public final class ByteMutator implements Mutator {
  private static final byte[] VALUES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF};
  private static final int LONGEST = 40;

  /** The first byte that may be damaged. */
  @FunctionalInterface
  public interface Start {
    int of(byte[] bytes);
  }

  private final Start start;

  /** Damages any byte. */
  public ByteMutator() {
    this(bytes -> 0);
  }

  /** Damages only the bytes from a position on. */
  public ByteMutator(Start start) {
    this.start = start;
  }

  @Override
  public Mutation mutate(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return insert(bytes, 0, random);
    }
    int from = Math.min(start.of(bytes), bytes.length - 1);
    int at = from + random.nextInt(bytes.length - from);
    int length = Math.min(1 + random.nextInt(LONGEST), bytes.length - at);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        int bit = random.nextInt(8);
        yield set(bytes, at, (byte) (bytes[at] ^ (1 << bit)));
      }
      case 3, 4 -> set(bytes, at, VALUES[random.nextInt(VALUES.length)]);
      case 5 -> set(bytes, at, (byte) random.nextInt(256));
      case 6 -> {
        byte[] changed = bytes.clone();
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, changed, at, length);
        yield new Mutation(changed, length + " random bytes at " + at);
      }
      case 7 -> insert(bytes, at, random);
      case 8 ->
          new Mutation(
              joined(
                  Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + length, bytes.length)),
              "without " + length + " bytes at " + at);
      default -> new Mutation(Arrays.copyOf(bytes, at), "cut at " + at);
    };
  }

  private static Mutation set(byte[] bytes, int at, byte value) {
    byte[] changed = bytes.clone();
    changed[at] = value;
    return new Mutation(changed, "byte " + at + " from " + bytes[at] + " to " + value);
  }

  private static Mutation insert(byte[] bytes, int at, Random random) {
    byte[] noise = new byte[1 + random.nextInt(8)];
    random.nextBytes(noise);
    byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
    return new Mutation(
        joined(joined(Arrays.copyOf(bytes, at), noise), rest),
        noise.length + " more bytes at " + at);
  }

  static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
