package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.BytesSink;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.BytesBuffer;
import io.deltacdf.connect.table.parquet.page.BytesDictionary;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * STRING and BINARY, as ids of dictionary entries or as bytes in a buffer. A batch can have values
 * of both kinds: entries are not copied, because many rows may refer to a long one.
 */
class BytesVector extends LeafVector {
  /** Marks a slot whose value is in the buffer. */
  private static final int IN_BUFFER = -1;

  private int capacity;

  /** The dictionary of the values that are not in the buffer; null if there are none. */
  private @Nullable BytesDictionary dictionary;

  /** The ids of the values in the dictionary; used only if there is a dictionary. */
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
    if (words != null) {
      // A vector never spans row groups, so that all ids belong to the same dictionary.
      if (dictionary == null) {
        dictionary = words;
        ids = new int[capacity];
        Arrays.fill(ids, 0, at, IN_BUFFER);
      }
      page.ids(ids, at, count);
      checkWords(words, ids, at, at + count);
      return;
    }
    BytesBuffer bytes = buffer;
    if (bytes == null) {
      bytes = new BytesBuffer(capacity);
      buffer = bytes;
    }
    page.bytes(bytes, at, count);
    if (dictionary != null) {
      Arrays.fill(ids, at, at + count, IN_BUFFER);
    }
    checkBytes(bytes, at, at + count);
  }

  /** Checks entries of a dictionary. */
  void checkWords(BytesDictionary words, int[] wordIds, int from, int to) {}

  /** Checks values in the buffer. */
  void checkBytes(BytesBuffer bytes, int from, int to) {}

  @Override
  final void move(int from, int to) {
    if (buffer != null) {
      buffer.move(from, to);
    }
    if (dictionary != null) {
      ids[to] = ids[from];
    }
  }

  /** Returns the dictionary that has the value of a row, or null if the value is in the buffer. */
  final @Nullable BytesDictionary dictionaryAt(int row) {
    return dictionary != null && ids[row] != IN_BUFFER ? dictionary : null;
  }

  /** Returns the id of a value in its dictionary. */
  final int idAt(int row) {
    return ids[row];
  }

  @Override
  public final byte[] bytesAt(int row) {
    BytesDictionary words = dictionaryAt(row);
    return words != null ? words.bytesAt(ids[row]) : buffer().bytesAt(row);
  }

  @Override
  public final void copyBytes(int row, BytesSink sink) {
    BytesDictionary words = dictionaryAt(row);
    if (words != null) {
      words.copyTo(ids[row], sink);
    } else {
      buffer().copyTo(row, sink);
    }
  }

  @Override
  public final void copyText(int row, BytesSink any, BytesSink ascii) {
    BytesDictionary words = dictionaryAt(row);
    if (words != null) {
      words.copyTo(ids[row], words.isAscii() ? ascii : any);
    } else {
      buffer().copyTo(row, buffer().isAscii() ? ascii : any);
    }
  }

  @Override
  public final String stringAt(int row) {
    BytesDictionary words = dictionaryAt(row);
    return words != null ? words.stringAt(ids[row]) : buffer().stringAt(row);
  }

  private BytesBuffer buffer() {
    if (buffer == null) {
      throw new IllegalStateException("All rows are null");
    }
    return buffer;
  }
}
