package io.deltacdf.connect.table.parquet;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Reads one leaf of a file's schema, a number of rows at a time: its values, and its levels where a
 * group above it needs them.
 */
final class LeafReader {
  private final ColumnDescriptor column;
  private final int maximum;
  private final boolean repeated;
  private final int slotDefinition;

  /** Makes the vectors; null for a leaf of which only the levels are wanted. */
  private final ColumnReaderFactory type;

  private final boolean keepsLevels;

  private PageReader pages;
  private PageDictionary dictionary;
  private Page page;

  /** The first entry of the page that was not read. */
  private int entry;

  private LeafVector vector;
  private byte[] definitions;
  private byte[] repetitions;
  private int entries;

  LeafReader(
      ColumnDescriptor column, ColumnReaderFactory type, int slotDefinition, boolean keepsLevels) {
    this.column = column;
    this.type = type;
    this.maximum = column.getMaxDefinitionLevel();
    this.repeated = column.getMaxRepetitionLevel() > 0;
    this.slotDefinition = slotDefinition;
    this.keepsLevels = keepsLevels;
  }

  ColumnDescriptor column() {
    return column;
  }

  /** The values of the batch read last, with a slot for each place of the leaf. */
  LeafVector vector() {
    return vector;
  }

  /** The definition levels of the batch read last; null where the column has none. */
  byte[] definitions() {
    return definitions;
  }

  /** The repetition levels of the batch read last; null where the column has none. */
  byte[] repetitions() {
    return repetitions;
  }

  int entries() {
    return entries;
  }

  void start(PageReadStore rowGroup) {
    pages = rowGroup.getPageReader(column);
    dictionary = null;
    page = null;
    entry = 0;
    try {
      DictionaryPage words = pages.readDictionaryPage();
      if (words != null) {
        dictionary = PageDictionary.of(column.getPrimitiveType(), words);
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  void read(int rows) {
    vector = type == null ? null : type.vector(rows);
    entries = 0;
    definitions = keepsLevels && maximum > 0 ? new byte[rows] : null;
    repetitions = keepsLevels && repeated ? new byte[rows] : null;
    try {
      advance(rows, true);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  void skip(int rows) {
    try {
      advance(rows, false);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private void advance(int rows, boolean wanted) throws IOException {
    int left = rows;
    while (left > 0) {
      if (!loadPage()) {
        throw new ParquetDecodingException("fewer values than the row group has rows");
      }
      int end = repeated ? endOfRows(left) : Math.min(page.entries(), entry + left);
      left -= repeated ? rowsBegun(end) : end - entry;
      take(end, wanted);
    }
    // The last row may go on in the next pages.
    while (repeated && loadPage()) {
      int end = endOfRows(0);
      if (end == entry) {
        return;
      }
      take(end, wanted);
    }
  }

  /** Makes {@link #page} one with entries left; false at the end of the row group. */
  private boolean loadPage() throws IOException {
    while (page == null || entry == page.entries()) {
      DataPage next = pages.readPage();
      if (next == null) {
        return false;
      }
      if (next.getValueCount() > pages.getTotalValueCount()) {
        throw new ParquetDecodingException("a page of more values than its row group has");
      }
      page = Page.of(next, column, dictionary);
      entry = 0;
    }
    return true;
  }

  /** Where, in this page, the row after the next {@code rows} begins. */
  private int endOfRows(int rows) {
    byte[] levels = page.repetitions();
    if (levels == null) {
      return Math.min(page.entries(), entry + rows);
    }
    int begun = 0;
    for (int i = entry; i < levels.length; i++) {
      if (levels[i] == 0 && ++begun > rows) {
        return i;
      }
    }
    return levels.length;
  }

  private int rowsBegun(int end) {
    byte[] levels = page.repetitions();
    if (levels == null) {
      return end - entry;
    }
    int begun = 0;
    for (int i = entry; i < end; i++) {
      begun += levels[i] == 0 ? 1 : 0;
    }
    return begun;
  }

  /** Reads or skips the entries of this page up to {@code end}. */
  private void take(int end, boolean wanted) {
    byte[] levels = page.definitions();
    if (!wanted) {
      if (type != null) {
        page.values().skip(levels == null ? end - entry : present(levels, end));
      }
    } else {
      keepLevels(end);
      if (type != null && levels == null) {
        vector.append(page.values(), end - entry);
      } else if (type != null) {
        vector.append(page.values(), levels, entry, end, maximum, slotDefinition);
      }
    }
    entry = end;
  }

  private int present(byte[] levels, int end) {
    int present = 0;
    for (int i = entry; i < end; i++) {
      present += levels[i] == maximum ? 1 : 0;
    }
    return present;
  }

  private void keepLevels(int end) {
    int more = end - entry;
    if (definitions != null) {
      definitions = grown(definitions, entries + more);
      if (page.definitions() == null) {
        Arrays.fill(definitions, entries, entries + more, (byte) maximum);
      } else {
        System.arraycopy(page.definitions(), entry, definitions, entries, more);
      }
    }
    if (repetitions != null) {
      repetitions = grown(repetitions, entries + more);
      if (page.repetitions() != null) {
        System.arraycopy(page.repetitions(), entry, repetitions, entries, more);
      }
    }
    entries += more;
  }

  private static byte[] grown(byte[] levels, int needed) {
    return needed <= levels.length
        ? levels
        : Arrays.copyOf(levels, Math.max(needed, 2 * levels.length));
  }

  /**
   * Bytes that make no sense show as all kinds of exceptions; what they have in common is where.
   */
  private ParquetDecodingException failure(Exception e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new ParquetDecodingException(
        "column '" + String.join(".", column.getPath()) + "': " + reason, e);
  }
}
