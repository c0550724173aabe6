package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.Page;
import io.deltacdf.connect.table.parquet.page.PageDictionary;
import io.deltacdf.connect.table.parquet.page.PageParts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/** The pages of a leaf in one row group, in parts of a bounded number of entries. */
final class LeafPages {
  /** Arrays up to this size may grow while they are filled. */
  private static final int FEW_ENTRIES = 1 << 16;

  private final ColumnDescriptor column;
  private final PageReader reader;
  private final @Nullable PageDictionary dictionary;
  private @Nullable PageParts parts;
  private @Nullable Page page;

  /** The pages after the current one that were decoded to find out their sizes. */
  private final Deque<Page> ahead = new ArrayDeque<>();

  /** Whether an entry of the row group has been found. */
  private boolean started;

  /** The first entry of the current page that has not been read. */
  private int entry;

  private long rowsLeft;
  private long valuesLeft;

  /** Starts a row group that has {@code rows} rows. */
  LeafPages(ColumnDescriptor column, PageReadStore rowGroup, long rows) throws IOException {
    this.column = column;
    this.reader = rowGroup.getPageReader(column);
    long values = reader.getTotalValueCount();
    this.rowsLeft = rows;
    this.valuesLeft = values;
    if (column.getMaxRepetitionLevel() > 0 ? values < rows : values != rows) {
      throw new ParquetDecodingException(
          "a row group of " + rows + " rows has " + values + " values");
    }
    DictionaryPage page = reader.readDictionaryPage();
    this.dictionary = page == null ? null : PageDictionary.of(column.getPrimitiveType(), page);
  }

  /** Returns the current page if it has entries left, else the next one; null if there is none. */
  @Nullable Page load() throws IOException {
    Page current = page;
    while (current == null || entry == current.entries()) {
      // The page that has been read need not stay in memory while the next one is decompressed.
      page = null;
      Page next = ahead.poll();
      current = next != null ? next : read();
      if (current == null) {
        return null;
      }
      page = current;
      entry = 0;
    }
    return current;
  }

  /** Returns the first entry of the current page that has not been read. */
  int entry() {
    return entry;
  }

  /** Goes to an entry of the current page. */
  void moveTo(int next) {
    valuesLeft -= next - entry;
    entry = next;
  }

  /** Notes that rows have been read or skipped. */
  void endRows(int rows) {
    rowsLeft -= rows;
  }

  /** Returns the pages after the current one that are decoded already. */
  List<Page> decodedAhead() {
    return List.copyOf(ahead);
  }

  /**
   * Returns about how many entries the next rows have, so that arrays for many of them have the
   * right size; or {@code rows} if there are few.
   */
  int likelyEntries(int rows) throws IOException {
    Page current = load();
    long expected = valuesLeft / Math.max(1, rowsLeft) * rows;
    long most = current == null ? 0 : ahead.stream().mapToLong(Page::entries).sum();
    if (current == null || most + current.entries() <= FEW_ENTRIES && expected <= FEW_ENTRIES) {
      return rows;
    }
    int end = current.endOfRows(entry, rows);
    long found = (long) end - entry;
    int left = rows - current.rowsBegun(entry, end);
    Page last = current;
    for (Page next : ahead) {
      if (end < last.entries()) {
        break;
      }
      end = next.endOfRows(0, left);
      left -= next.rowsBegun(0, end);
      found += end;
      last = next;
    }
    found = end < last.entries() ? found : Math.max(found, expected);
    return (int) Math.min(Math.max(found, rows), Integer.MAX_VALUE);
  }

  /** Decodes one page more; returns null if there is none. */
  @Nullable Page readAhead() throws IOException {
    Page next = read();
    if (next != null) {
      ahead.add(next);
    }
    return next;
  }

  private @Nullable Page read() throws IOException {
    while (true) {
      Page next = parts == null ? null : parts.next();
      if (next != null) {
        requireRowStart(next);
        return next;
      }
      parts = null;
      DataPage bytes = reader.readPage();
      if (bytes == null) {
        return null;
      }
      if (bytes.getValueCount() > reader.getTotalValueCount()) {
        throw new ParquetDecodingException("a page has more values than its row group");
      }
      parts = PageParts.of(bytes, column, dictionary);
    }
  }

  private void requireRowStart(Page first) {
    if (started) {
      return;
    }
    started = true;
    byte[] levels = first.repetitions();
    if (levels != null && levels[0] != 0) {
      throw new ParquetDecodingException("the row group begins in the middle of a row");
    }
  }
}
