package io.deltacdf.connect.table.parquet;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one leaf of a file's schema, several rows at a time: its values, and its levels if a group
 * above it needs them.
 */
final class LeafReader {
  private final ColumnDescriptor column;
  private final int maximum;
  private final boolean repeated;
  private final int slotDefinition;

  /** Creates the vectors; null for a leaf of which only the levels are read. */
  private final @Nullable ColumnReaderFactory factory;

  private final boolean keepsLevels;

  private @Nullable PageReader pages;
  private @Nullable PageDictionary dictionary;
  private @Nullable Page page;

  /** The first entry of the page that has not been read. */
  private int entry;

  private @Nullable LeafVector vector;
  private byte @Nullable [] definitions;
  private byte @Nullable [] repetitions;
  private int entries;

  LeafReader(
      ColumnDescriptor column,
      @Nullable ColumnReaderFactory factory,
      int slotDefinition,
      boolean keepsLevels) {
    this.column = column;
    this.factory = factory;
    this.maximum = column.getMaxDefinitionLevel();
    this.repeated = column.getMaxRepetitionLevel() > 0;
    this.slotDefinition = slotDefinition;
    this.keepsLevels = keepsLevels;
  }

  ColumnDescriptor column() {
    return column;
  }

  /** Returns the values of the current batch, unless only the levels are read. */
  LeafVector vector() {
    return Objects.requireNonNull(vector);
  }

  /** Returns the definition levels of the current batch, or null if the column has none. */
  byte @Nullable [] definitions() {
    return definitions;
  }

  /** Returns the repetition levels of the current batch, or null if the column has none. */
  byte @Nullable [] repetitions() {
    return repetitions;
  }

  /** Returns the number of entries of the current batch, which have one pair of levels each. */
  int entries() {
    return entries;
  }

  /** Starts a row group. */
  void start(PageReadStore rowGroup) {
    PageReader reader = rowGroup.getPageReader(column);
    pages = reader;
    dictionary = null;
    page = null;
    entry = 0;
    try {
      DictionaryPage dictionaryPage = reader.readDictionaryPage();
      if (dictionaryPage != null) {
        dictionary = PageDictionary.of(column.getPrimitiveType(), dictionaryPage);
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /** Reads the next rows of the row group as a batch. */
  void read(int rows) {
    vector = factory == null ? null : factory.vector(rows);
    entries = 0;
    definitions = keepsLevels && maximum > 0 ? new byte[rows] : null;
    repetitions = keepsLevels && repeated ? new byte[rows] : null;
    try {
      advance(rows, true);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /** Skips the next rows of the row group. */
  void skip(int rows) {
    try {
      advance(rows, false);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private void advance(int rows, boolean isRead) throws IOException {
    int left = rows;
    while (left > 0) {
      Page current = loadPage();
      if (current == null) {
        throw new ParquetDecodingException("there are fewer values than rows in the row group");
      }
      int end = repeated ? endOfRows(current, left) : Math.min(current.entries(), entry + left);
      left -= repeated ? rowsBegun(current, end) : end - entry;
      consume(current, end, isRead);
    }
    // The last row may continue in the next pages.
    Page current = repeated ? loadPage() : null;
    while (current != null) {
      int end = endOfRows(current, 0);
      if (end == entry) {
        return;
      }
      consume(current, end, isRead);
      current = loadPage();
    }
  }

  /** Returns the current page if it has entries left, else the next one; null if there is none. */
  private @Nullable Page loadPage() throws IOException {
    Page current = page;
    while (current == null || entry == current.entries()) {
      PageReader reader = Objects.requireNonNull(pages, "start was not called");
      DataPage next = reader.readPage();
      if (next == null) {
        return null;
      }
      if (next.getValueCount() > reader.getTotalValueCount()) {
        throw new ParquetDecodingException("a page has more values than its row group");
      }
      current = Page.of(next, column, dictionary);
      page = current;
      entry = 0;
    }
    return current;
  }

  /** Returns the entry of this page at which the row after the next {@code rows} begins. */
  private int endOfRows(Page current, int rows) {
    byte[] levels = current.repetitions();
    if (levels == null) {
      return Math.min(current.entries(), entry + rows);
    }
    int begun = 0;
    for (int i = entry; i < levels.length; i++) {
      if (levels[i] == 0 && ++begun > rows) {
        return i;
      }
    }
    return levels.length;
  }

  private int rowsBegun(Page current, int end) {
    byte[] levels = current.repetitions();
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
  private void consume(Page current, int end, boolean isRead) {
    byte[] levels = current.definitions();
    if (isRead) {
      keepLevels(current, end);
      if (vector != null) {
        if (levels == null) {
          vector.append(current.values(), end - entry);
        } else {
          vector.append(current.values(), levels, entry, end, maximum, slotDefinition);
        }
      }
    } else if (factory != null) {
      current.values().skip(levels == null ? end - entry : valuesBefore(levels, end));
    }
    entry = end;
  }

  private int valuesBefore(byte[] levels, int end) {
    int values = 0;
    for (int i = entry; i < end; i++) {
      values += levels[i] == maximum ? 1 : 0;
    }
    return values;
  }

  private void keepLevels(Page current, int end) {
    int count = end - entry;
    if (definitions != null) {
      byte[] levels = current.definitions();
      definitions = resized(definitions, entries + count);
      if (levels == null) {
        Arrays.fill(definitions, entries, entries + count, (byte) maximum);
      } else {
        System.arraycopy(levels, entry, definitions, entries, count);
      }
    }
    if (repetitions != null) {
      byte[] levels = current.repetitions();
      repetitions = resized(repetitions, entries + count);
      if (levels != null) {
        System.arraycopy(levels, entry, repetitions, entries, count);
      }
    }
    entries += count;
  }

  private static byte[] resized(byte[] levels, int needed) {
    return needed <= levels.length
        ? levels
        : Arrays.copyOf(levels, Math.max(needed, 2 * levels.length));
  }

  /** Names the column. Malformed bytes can cause any exception, so all are translated here. */
  private ParquetDecodingException failure(Exception e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new ParquetDecodingException(
        "column '" + String.join(".", column.getPath()) + "': " + reason, e);
  }
}
