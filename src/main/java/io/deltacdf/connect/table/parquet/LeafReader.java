package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.Page;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
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

  private @Nullable LeafPages pages;
  private @Nullable LeafVector vector;
  private @Nullable EntryLevels levels;

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

  /** Returns the levels of the current batch, if a group above this leaf needs them. */
  EntryLevels levels() {
    return Objects.requireNonNull(levels);
  }

  /** Starts a row group that has {@code rows} rows. */
  void start(PageReadStore rowGroup, long rows) {
    unload();
    try {
      pages = new LeafPages(column, rowGroup, rows);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /** Drops what is held of the row group and of the last batch. */
  void unload() {
    pages = null;
    vector = null;
    levels = null;
  }

  private LeafPages pages() {
    return Objects.requireNonNull(pages, "start was not called");
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
      Page current = pages().load();
      Iterator<Page> next = pages().decodedAhead().iterator();
      int from = pages().entry();
      int found = 0;
      while (current != null && found < rows) {
        int fitting =
            repeated
                ? rowsFitting(current, from, rows - found, budget - planned)
                : entriesFitting(current, from, rows - found, budget - planned);
        found += fitting;
        // Values of the next part of a page cannot be counted before those of this part are read.
        if (planned > budget || found >= rows || !repeated && current.following() > 0) {
          break;
        }
        current = next.hasNext() ? next.next() : pages().readAhead();
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

  private int entriesFitting(Page current, int from, int rows, long bytes) {
    int left = current.entries() - from;
    int count = Math.min(rows, left);
    long pageBytes = current.values().bytesLeft();
    if (count == 0 || pageBytes == 0) {
      return count;
    }
    long average = pageBytes / ((long) left + current.following()) + 1;
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
    long inPage = (long) left + current.following();
    long perEntry =
        ENTRY_BYTES + (inPage == 0 || pageBytes == Long.MAX_VALUE ? 0 : pageBytes / inPage);
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
    // The last batch need not stay in memory.
    vector = null;
    levels = null;
    try {
      int capacity = repeated ? pages().likelyEntries(rows) : rows;
      vector = factory == null ? null : factory.vector(capacity);
      levels = keepsLevels ? new EntryLevels(column, capacity) : null;
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
      if (pages().load() != null) {
        throw new ParquetDecodingException("there are more values than rows in the row group");
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  /**
   * Checks that the lists around this leaf have the same sizes in another leaf.
   *
   * @param element the levels of an element of the innermost list that contains both leaves
   */
  void requireSameLists(LeafReader other, Levels element) {
    requireAgreement(other, element, "its lists have other sizes than those of the column '");
  }

  /** Checks that a struct that contains this leaf is null where it is null in another leaf. */
  void requireSameNulls(LeafReader other, Levels struct) {
    requireAgreement(other, struct, "its struct is null in other rows than that of the column '");
  }

  private void requireAgreement(LeafReader other, Levels shared, String otherwise) {
    if (!levels().agree(other.levels(), shared)) {
      throw failure(
          new ParquetDecodingException(
              otherwise + String.join(".", other.column.getPath()) + "' in the same group"));
    }
  }

  private void advance(int rows, boolean isRead) throws IOException {
    LeafPages in = pages();
    int left = rows;
    while (left > 0) {
      Page current = in.load();
      if (current == null) {
        throw new ParquetDecodingException("there are fewer values than rows in the row group");
      }
      int entry = in.entry();
      int end =
          repeated ? current.endOfRows(entry, left) : Math.min(current.entries(), entry + left);
      left -= repeated ? current.rowsBegun(entry, end) : end - entry;
      consume(current, end, isRead);
    }
    in.endRows(rows);
    // The last row may continue in the next pages.
    Page current = repeated ? in.load() : null;
    while (current != null) {
      int end = current.endOfRows(in.entry(), 0);
      if (end == in.entry()) {
        return;
      }
      consume(current, end, isRead);
      current = in.load();
    }
  }

  /** Reads or skips the entries of this page up to {@code end}. */
  private void consume(Page current, int end, boolean isRead) {
    int entry = pages().entry();
    byte[] definitions = current.definitions();
    if (isRead) {
      if (levels != null) {
        levels.append(current, entry, end);
      }
      if (vector != null) {
        if (definitions == null) {
          vector.append(current.values(), end - entry);
        } else {
          vector.append(current.values(), definitions, entry, end, maximum, slotDefinition);
        }
      }
    } else if (factory != null) {
      current.values().skip(current.valuesBetween(entry, end, maximum));
    }
    pages().moveTo(end);
  }

  /** Names the column. Malformed bytes can cause any exception, so all are translated here. */
  ParquetDecodingException failure(Exception e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new ParquetDecodingException(
        "column '" + String.join(".", column.getPath()) + "': " + reason, e);
  }
}
