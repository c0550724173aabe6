package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.Growth;
import io.deltacdf.connect.table.parquet.page.Page;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/** The levels of a leaf's entries in one batch. */
final class EntryLevels {
  private static final VarHandle LEVELS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int HIGHEST_BIT = 0x80;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private final byte maximum;
  private byte @Nullable [] definitions;
  private byte @Nullable [] repetitions;
  private int entries;

  EntryLevels(ColumnDescriptor column, int capacity) {
    this.maximum = (byte) column.getMaxDefinitionLevel();
    this.definitions = maximum > 0 ? new byte[capacity] : null;
    this.repetitions = column.getMaxRepetitionLevel() > 0 ? new byte[capacity] : null;
  }

  /** Returns the definition levels, or null if the column has none. */
  byte @Nullable [] definitions() {
    return definitions;
  }

  /** Returns the repetition levels, or null if the column has none. */
  byte @Nullable [] repetitions() {
    return repetitions;
  }

  /** Returns the number of entries, which have one pair of levels each. */
  int entries() {
    return entries;
  }

  /** Appends the levels of the entries of a page from {@code from} to before {@code to}. */
  void append(Page page, int from, int to) {
    int count = to - from;
    if (definitions != null) {
      byte[] levels = page.definitions();
      definitions = resized(definitions, entries + count);
      if (levels == null) {
        Arrays.fill(definitions, entries, entries + count, maximum);
      } else {
        System.arraycopy(levels, from, definitions, entries, count);
      }
    }
    if (repetitions != null) {
      byte[] levels = page.repetitions();
      repetitions = resized(repetitions, entries + count);
      if (levels != null) {
        System.arraycopy(levels, from, repetitions, entries, count);
      }
    }
    entries += count;
  }

  private static byte[] resized(byte[] levels, int needed) {
    return needed <= levels.length
        ? levels
        : Arrays.copyOf(levels, Growth.next(levels.length, needed));
  }

  /**
   * Whether the groups around this leaf have the same levels in another leaf, as far as both leaves
   * store them.
   *
   * @param shared the levels of the innermost group that contains both leaves
   */
  boolean agree(EntryLevels other, Levels shared) {
    int level = shared.definition();
    if (definitions == null || other.definitions == null || level == 0) {
      // Nothing around the leaves can be absent.
      return true;
    }
    if (repetitions == null && other.repetitions == null) {
      return entries == other.entries && agree(definitions, other.definitions, level);
    }
    if (repetitions != null
        && other.repetitions != null
        && Arrays.equals(repetitions, 0, entries, other.repetitions, 0, other.entries)
        && Arrays.equals(definitions, 0, entries, other.definitions, 0, other.entries)) {
      return true;
    }
    int at = nextEntry(shared, 0);
    int otherAt = other.nextEntry(shared, 0);
    while (at < entries && otherAt < other.entries) {
      if (repetition(at) != other.repetition(otherAt)
          || Math.min(definitions[at], level) != Math.min(other.definitions[otherAt], level)) {
        return false;
      }
      at = nextEntry(shared, at + 1);
      otherAt = other.nextEntry(shared, otherAt + 1);
    }
    return at == entries && otherAt == other.entries;
  }

  /**
   * Whether each level below {@code level} is the same in both arrays. Compares eight levels at a
   * time: a level from 0 to 127 reaches {@code level} if the sum of both has the highest bit.
   */
  private boolean agree(byte[] left, byte[] right, int level) {
    long toHighestBit = ONES * (HIGHEST_BIT - level);
    int i = 0;
    for (; i + Long.BYTES <= entries; i += Long.BYTES) {
      long eight = (long) LEVELS.get(left, i);
      long others = (long) LEVELS.get(right, i);
      long present = eight + toHighestBit & HIGHEST_BITS;
      long below = (~present & HIGHEST_BITS) >>> Byte.SIZE - 1;
      if (present != (others + toHighestBit & HIGHEST_BITS)
          || ((eight ^ others) & below * 0xFF) != 0) {
        return false;
      }
    }
    for (; i < entries; i++) {
      if (Math.min(left[i], level) != Math.min(right[i], level)) {
        return false;
      }
    }
    return true;
  }

  private int repetition(int entry) {
    return repetitions == null ? 0 : repetitions[entry];
  }

  private int nextEntry(Levels shared, int from) {
    return repetitions == null ? from : shared.nextEntry(repetitions, from, entries);
  }
}
