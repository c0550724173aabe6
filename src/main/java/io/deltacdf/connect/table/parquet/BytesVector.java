package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * STRING and BINARY, as ids of dictionary entries or as bytes in a buffer. If a batch has pages of
 * both kinds, all values are kept in the buffer.
 */
class BytesVector extends LeafVector {
  private int capacity;

  /** The dictionary of all values; null if the values are in the buffer. */
  private @Nullable BytesDictionary dictionary;

  /** The ids of the values in the dictionary; used only as long as there is no buffer. */
  private int[] ids = {};

  private @Nullable BytesBuffer buffer;

  BytesVector(DataType type, int capacity) {
    super(type, capacity);
    this.capacity = capacity;
  }

  @Override
  final void resize(int newCapacity) {
    capacity = newCapacity;
    if (dictionary != null) {
      ids = Arrays.copyOf(ids, newCapacity);
    }
    if (buffer != null) {
      buffer.resize(newCapacity);
    }
  }

  @Override
  final void read(PageValues page, int at, int count) {
    BytesDictionary words = page.bytesDictionary();
    if (words == null) {
      page.bytes(useBuffer(), at, count);
    } else if (buffer == null) {
      // A vector never spans row groups, so that all ids belong to the same dictionary.
      if (dictionary == null) {
        dictionary = words;
        ids = new int[capacity];
      }
      page.ids(ids, at, count);
    } else {
      int[] pageIds = new int[count];
      page.ids(pageIds, 0, count);
      for (int i = 0; i < count; i++) {
        buffer.put(at + i, words.bytesAt(pageIds[i]));
      }
    }
  }

  private BytesBuffer useBuffer() {
    BytesBuffer used = buffer;
    if (used == null) {
      used = new BytesBuffer(capacity);
      BytesDictionary words = dictionary;
      for (int slot = 0; words != null && slot < size(); slot++) {
        if (!isNullAt(slot)) {
          used.put(slot, words.bytesAt(ids[slot]));
        }
      }
      buffer = used;
      dictionary = null;
    }
    return used;
  }

  @Override
  final void move(int from, int to) {
    if (buffer != null) {
      buffer.move(from, to);
    } else {
      ids[to] = ids[from];
    }
  }

  /** Returns the dictionary of all values, or null if they are not in a dictionary. */
  final @Nullable BytesDictionary dictionary() {
    return dictionary;
  }

  /** Returns the id of a value in {@link #dictionary}. */
  final int idAt(int row) {
    return ids[row];
  }

  @Override
  public final byte[] bytesAt(int row) {
    return dictionary != null ? dictionary.bytesAt(ids[row]) : buffer().bytesAt(row);
  }

  @Override
  public final String stringAt(int row) {
    return dictionary != null ? dictionary.stringAt(ids[row]) : buffer().stringAt(row);
  }

  private BytesBuffer buffer() {
    if (buffer == null) {
      throw new IllegalStateException("All rows are null");
    }
    return buffer;
  }
}
