package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.Page;
import io.deltacdf.connect.table.parquet.page.PageDictionary;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
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
  /** In pages up to this size, values may be taken to have the same size. */
  private static final long SMALL_PAGE = 2L << 20;

  /** The approximate size of an element of a list in memory, with its levels. */
  private static final long ENTRY_BYTES = 16;

  private final ColumnDescriptor column;
  private final int maximum;
  private final boolean repeated;
  private final int slotDefinition;

  /** Creates the vectors; null for a leaf of which only the levels are read. */
  private final @Nullable ColumnReaderFactory factory;

  private final boolean keepsLevels;

  /** The approximate size of the rows that were counted last. */
  private long planned;

  private @Nullable PageReader pages;
  private @Nullable PageDictionary dictionary;
  private @Nullable Page page;

  /** The pages after the current one that were decoded to find out their sizes. */
  private final Deque<Page> ahead = new ArrayDeque<>();

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
    unload();
    PageReader reader = rowGroup.getPageReader(column);
    pages = reader;
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

  /** Drops what is held of the row group and of the last batch. */
  void unload() {
    pages = null;
    dictionary = null;
    page = null;
    ahead.clear();
    vector = null;
    definitions = null;
    repetitions = null;
  }

  /** Whether rows can have values of any size. */
  boolean isUnbounded() {
    boolean isBytes =
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
          case BINARY, FIXED_LEN_BYTE_ARRAY -> factory != null;
          default -> false;
        };
    return repeated || isBytes;
  }

  /**
   * Returns how many of the next rows can be decoded in about {@code budget} bytes, from 1 to
   * {@code rows}. Decodes the levels of the pages that have these rows.
   */
  int rowsWithin(int rows, long budget) {
    planned = 0;
    try {
      Page current = loadPage();
      Iterator<Page> next = List.copyOf(ahead).iterator();
      int from = entry;
      int found = 0;
      while (current != null && found < rows) {
        int fitting =
            repeated
                ? rowsFitting(current, from, rows - found, budget - planned)
                : entriesFitting(current, from, rows - found, budget - planned);
        found += fitting;
        if (planned > budget || found >= rows) {
          break;
        }
        current = next.hasNext() ? next.next() : readAhead();
        from = 0;
      }
      return Math.max(1, Math.min(found, rows));
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /** Returns about how many bytes the rows have that {@link #rowsWithin} has counted. */
  long planned() {
    return planned;
  }

  private @Nullable Page readAhead() throws IOException {
    Page next = readPage();
    if (next != null) {
      ahead.add(next);
    }
    return next;
  }

  private int entriesFitting(Page current, int from, int rows, long bytes) {
    int left = current.entries() - from;
    int count = Math.min(rows, left);
    long pageBytes = current.values().bytesLeft();
    if (count == 0 || pageBytes == 0) {
      return count;
    }
    long average = pageBytes / left + 1;
    if (pageBytes <= SMALL_PAGE && average * count <= bytes) {
      planned += average * count;
      return count;
    }
    // Count the bytes, because values of one page can have very different sizes.
    int present = current.valuesBetween(from, from + count, maximum);
    int values = current.values().fitting(present, bytes);
    if (values == present) {
      planned += pageBytes == Long.MAX_VALUE ? bytes / 2 : Math.min(average * count, bytes);
      return count;
    }
    planned += bytes + 1;
    return current.endOfValues(from, from + count, values, maximum) - from;
  }

  /** Counts the rows that end before the budget is used up; at least one. */
  private int rowsFitting(Page current, int from, int rows, long bytes) {
    int left = current.entries() - from;
    long pageBytes = factory == null ? 0 : current.values().bytesLeft();
    long perEntry = ENTRY_BYTES + (left == 0 || pageBytes == Long.MAX_VALUE ? 0 : pageBytes / left);
    long fitting = Math.max(0, bytes / perEntry);
    byte[] levels = current.repetitions();
    int begun = 0;
    for (int i = from; i < current.entries(); i++) {
      if (levels == null || levels[i] == 0) {
        if (begun == rows || i - from > fitting) {
          planned += i - from > fitting ? bytes + 1 : (i - from) * perEntry;
          return begun;
        }
        begun++;
      }
    }
    planned += left * perEntry;
    // The last row may continue in the next page, and its size is not known yet.
    return planned > bytes && begun > 1 ? begun - 1 : begun;
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
    int at = shared.nextEntry(repetition, 0, entries);
    int otherAt = shared.nextEntry(otherRepetition, 0, other.entries);
    while (at < entries && otherAt < other.entries) {
      if (repetition[at] != otherRepetition[otherAt]
          || Math.min(definition[at], shared.definition())
              != Math.min(otherDefinition[otherAt], shared.definition())) {
        break;
      }
      at = shared.nextEntry(repetition, at + 1, entries);
      otherAt = shared.nextEntry(otherRepetition, otherAt + 1, other.entries);
    }
    if (at < entries || otherAt < other.entries) {
      throw failure(
          new ParquetDecodingException(
              "its lists have other sizes than those of the column '"
                  + String.join(".", other.column.getPath())
                  + "' in the same group"));
    }
  }

  private void advance(int rows, boolean isRead) throws IOException {
    int left = rows;
    while (left > 0) {
      Page current = loadPage();
      if (current == null) {
        throw new ParquetDecodingException("there are fewer values than rows in the row group");
      }
      int end =
          repeated ? current.endOfRows(entry, left) : Math.min(current.entries(), entry + left);
      left -= repeated ? current.rowsBegun(entry, end) : end - entry;
      consume(current, end, isRead);
    }
    // The last row may continue in the next pages.
    Page current = repeated ? loadPage() : null;
    while (current != null) {
      int end = current.endOfRows(entry, 0);
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
      Page next = ahead.poll();
      current = next != null ? next : readPage();
      if (current == null) {
        return null;
      }
      page = current;
      entry = 0;
    }
    return current;
  }

  private @Nullable Page readPage() throws IOException {
    PageReader reader = Objects.requireNonNull(pages, "start was not called");
    DataPage next = reader.readPage();
    if (next == null) {
      return null;
    }
    if (next.getValueCount() > reader.getTotalValueCount()) {
      throw new ParquetDecodingException("a page has more values than its row group");
    }
    Page decoded = Page.of(next, column, dictionary);
    requireRowStart(decoded);
    return decoded;
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
      current.values().skip(current.valuesBetween(entry, end, maximum));
    }
    entry = end;
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
