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

  /** Whether an entry of the row group has been found. */
  private boolean started;

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

  /** Starts a row group that has {@code rows} rows. */
  void start(PageReadStore rowGroup, long rows) {
    PageReader reader = rowGroup.getPageReader(column);
    pages = reader;
    dictionary = null;
    page = null;
    entry = 0;
    started = false;
    try {
      long values = reader.getTotalValueCount();
      if (repeated ? values < rows : values != rows) {
        throw new ParquetDecodingException(
            "a row group of " + rows + " rows has " + values + " values");
      }
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

  /** Checks that the last row of the row group has been read or skipped. */
  void requireEnd() {
    try {
      if (loadPage() != null) {
        throw new ParquetDecodingException("there are more values than rows in the row group");
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /**
   * Checks that the groups around this leaf have the same levels in another leaf, as far as both
   * leaves store them.
   *
   * @param shared the levels of the innermost group that contains both leaves
   */
  void requireSameGroups(LeafReader other, Levels shared) {
    byte[] repetition = Objects.requireNonNull(repetitions);
    byte[] definition = Objects.requireNonNull(definitions);
    byte[] otherRepetition = Objects.requireNonNull(other.repetitions);
    byte[] otherDefinition = Objects.requireNonNull(other.definitions);
    if (Arrays.equals(repetition, 0, entries, otherRepetition, 0, other.entries)
        && Arrays.equals(definition, 0, entries, otherDefinition, 0, other.entries)) {
      return;
    }
    int at = nextShared(repetition, 0, entries, shared);
    int otherAt = nextShared(otherRepetition, 0, other.entries, shared);
    while (at < entries && otherAt < other.entries) {
      if (repetition[at] != otherRepetition[otherAt]
          || Math.min(definition[at], shared.definition())
              != Math.min(otherDefinition[otherAt], shared.definition())) {
        break;
      }
      at = nextShared(repetition, at + 1, entries, shared);
      otherAt = nextShared(otherRepetition, otherAt + 1, other.entries, shared);
    }
    if (at < entries || otherAt < other.entries) {
      throw failure(
          new ParquetDecodingException(
              "its lists have other sizes than those of the column '"
                  + String.join(".", other.column.getPath())
                  + "' in the same group"));
    }
  }

  /** Returns the next entry that is not a further element of a list inside the shared group. */
  private static int nextShared(byte[] repetitions, int from, int to, Levels shared) {
    int i = from;
    while (i < to && repetitions[i] > shared.repetition()) {
      i++;
    }
    return i;
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
      requireRowStart(current);
    }
    return current;
  }

  private void requireRowStart(Page first) {
    if (started || first.entries() == 0) {
      return;
    }
    started = true;
    byte[] levels = first.repetitions();
    if (levels != null && levels[0] != 0) {
      throw new ParquetDecodingException("the row group begins in the middle of a row");
    }
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
  ParquetDecodingException failure(Exception e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new ParquetDecodingException(
        "column '" + String.join(".", column.getPath()) + "': " + reason, e);
  }
}
