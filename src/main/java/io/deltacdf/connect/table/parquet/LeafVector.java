package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.Growth;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of a leaf of the file's schema. Pages are read into an array; after that, the column
 * does not change.
 */
abstract class LeafVector implements Column {
  private final DataType type;

  /** Says which slots are null; null if none of them is. */
  private boolean @Nullable [] nulls;

  private int size;
  private int capacity;

  LeafVector(DataType type, int capacity) {
    this.type = type;
    this.capacity = capacity;
  }

  /** Resizes the arrays to {@code capacity} slots. */
  abstract void resize(int capacity);

  /** Reads the next {@code count} values of a page into the slots from {@code at} on. */
  abstract void read(PageValues values, int at, int count);

  /** Copies the value of a slot to another slot. */
  abstract void move(int from, int to);

  /** Appends values that are not null. */
  final void append(PageValues values, int count) {
    reserve(count);
    read(values, size, count);
    size += count;
  }

  /**
   * Appends values and nulls. An entry with the definition level {@code maximum} has a value, and
   * one with a level from {@code slotDefinition} on is null. An entry with a lower level has no
   * slot.
   *
   * @param definitions the definition levels of the page
   * @param from the first entry to append
   * @param to the entry after the last one
   */
  final void append(
      PageValues values, byte[] definitions, int from, int to, int maximum, int slotDefinition) {
    reserve(to - from);
    int slot = size;
    int present = 0;
    boolean[] nullSlots = nulls;
    for (int i = from; i < to; i++) {
      if (definitions[i] == maximum) {
        present++;
        slot++;
      } else if (definitions[i] >= slotDefinition) {
        if (nullSlots == null) {
          nullSlots = new boolean[capacity];
        }
        nullSlots[slot++] = true;
      }
    }
    nulls = nullSlots;
    read(values, size, present);
    if (nullSlots != null) {
      spread(nullSlots, slot - 1, size + present - 1);
    }
    size = slot;
  }

  /** Moves values, from the last to the first, from where they were read to their slots. */
  private void spread(boolean[] nullSlots, int lastSlot, int lastValue) {
    int value = lastValue;
    for (int slot = lastSlot; slot > value; slot--) {
      if (!nullSlots[slot]) {
        move(value--, slot);
      }
    }
  }

  private void reserve(int count) {
    if (size + count > capacity) {
      capacity = Growth.next(capacity, size + count);
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
