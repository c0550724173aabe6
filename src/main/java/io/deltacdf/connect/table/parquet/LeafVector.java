package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.util.Arrays;

/**
 * The values of a column without parts, or of a part that has none: an array that pages are read
 * into, then a column that no longer changes.
 */
abstract class LeafVector implements Column {
  private final DataType type;

  /** Which slots are null; null where none is. */
  private boolean[] nulls;

  private int size;
  private int capacity;

  LeafVector(DataType type, int capacity) {
    this.type = type;
    this.capacity = capacity;
  }

  /** Makes the arrays as long as {@code capacity}. */
  abstract void resize(int capacity);

  /** Reads the next {@code count} values of a page, the first one into the slot {@code at}. */
  abstract void read(PageValues values, int at, int count);

  /** Copies what the slot {@code from} holds to the slot {@code to}. */
  abstract void move(int from, int to);

  /** Adds values, none of them null. */
  final void append(PageValues values, int count) {
    reserve(count);
    read(values, size, count);
    size += count;
  }

  /**
   * Adds values and nulls.
   *
   * @param definitions the definition level of each value; those of {@code maximum} are there, the
   *     others null, and below {@code slotDefinition} there is no place for a value at all
   */
  final void append(
      PageValues values, byte[] definitions, int from, int to, int maximum, int slotDefinition) {
    reserve(to - from);
    int slot = size;
    int present = 0;
    for (int i = from; i < to; i++) {
      if (definitions[i] == maximum) {
        present++;
        slot++;
      } else if (definitions[i] >= slotDefinition) {
        if (nulls == null) {
          nulls = new boolean[capacity];
        }
        nulls[slot++] = true;
      }
    }
    read(values, size, present);
    spread(slot - 1, size + present - 1);
    size = slot;
  }

  /** Moves values, the last first, from where they were read to the slots that are theirs. */
  private void spread(int lastSlot, int lastValue) {
    int value = lastValue;
    for (int slot = lastSlot; slot > value; slot--) {
      if (!nulls[slot]) {
        move(value--, slot);
      }
    }
  }

  private void reserve(int count) {
    if (size + count > capacity) {
      capacity = Math.max(size + count, 2 * capacity);
      resize(capacity);
      if (nulls != null) {
        nulls = Arrays.copyOf(nulls, capacity);
      }
    }
  }

  final int size() {
    return size;
  }

  @Override
  public final DataType type() {
    return type;
  }

  @Override
  public final boolean isNullAt(int row) {
    return nulls != null && nulls[row];
  }
}
