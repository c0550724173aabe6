package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.parquet.page.PageCodecs;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.GroupType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Parquet file as batches of columns. Holds the compressed columns of one row group in
 * memory unless they are large, and one decompressed page of each, until all batches of the row
 * group are read or it is {@linkplain #unload unloaded}. Not thread-safe; the caller closes it.
 */
public final class ColumnarFile implements AutoCloseable {
  private static final int MAX_BATCH_ROWS = 2_048;

  /** The approximate size of a batch: batches of wide rows have fewer rows. */
  private static final long MAX_BATCH_BYTES = 8L << 20;

  /** What a footer takes for each column of a row group. */
  private static final long BYTES_PER_CHUNK = 512;

  private static final Column[] NO_COLUMNS = {};

  /** The part of the heap that the compressed columns of a row group may take. */
  private static final int HEAP_PART = 16;

  private final RowGroups source;
  private final List<BlockMetaData> rowGroups;
  private final ColumnTree tree;

  /** The leaves whose values can have any size. */
  private final List<LeafReader> unbounded;

  private final RowFilter filter;
  private final int maxBatchRows;

  private int nextRowGroup;
  private boolean loaded;
  private @Nullable PageReadStore pages;
  private long position;
  private long start;
  private long end;
  private int batchRows;
  private int size;
  private Column[] columns = NO_COLUMNS;

  private ColumnarFile(
      InputFile file,
      ParquetFileReader reader,
      PageCodecs codecs,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter,
      int maxBatchRows,
      long inMemory)
      throws IOException {
    this.maxBatchRows = maxBatchRows;
    this.rowGroups = reader.getRowGroups();
    this.tree = new ColumnTree(reader.getFileMetaData().getSchema(), requested, variants);
    this.unbounded = tree.leaves().stream().filter(LeafReader::isUnbounded).toList();
    this.filter = filter;
    List<ColumnDescriptor> leaves = tree.leaves().stream().map(LeafReader::column).toList();
    this.source = new RowGroups(file, reader, codecs, leaves, inMemory);
  }

  /**
   * Opens a file.
   *
   * @param requested the columns that {@link #column} returns, in its order; a column that is not
   *     in the file is null in every row
   * @param variants tells how to read the variants that a group of the file holds
   * @param filter selects rows; batches without any of them are skipped
   * @throws UnreadableColumnException if the file stores a column as a type that cannot be read as
   *     the requested one
   */
  public static ColumnarFile open(
      InputFile file,
      Footers footers,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter)
      throws IOException {
    long inMemory = Runtime.getRuntime().maxMemory() / HEAP_PART;
    return open(file, footers, requested, variants, filter, MAX_BATCH_ROWS, inMemory);
  }

  /**
   * Opens a file whose batches have at most {@code maxBatchRows} rows.
   *
   * @param inMemory the greatest size of a row group whose columns are read at once
   */
  static ColumnarFile open(
      InputFile file,
      Footers footers,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter,
      int maxBatchRows,
      long inMemory)
      throws IOException {
    ParquetFileReader reader = footers.open(file);
    try {
      return new ColumnarFile(
          file, reader, footers.codecs(), requested, variants, filter, maxBatchRows, inMemory);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Leaves out the rows before a row; called before the first batch is read. */
  public void startAt(long row) {
    while (end <= row && findRowGroup()) {
      // A later row group may have the row.
    }
    position = Math.max(position, Math.min(row, end));
  }

  /** Returns the number of rows of the file. */
  public long rowCount() {
    return rowGroups.stream().mapToLong(BlockMetaData::getRowCount).sum();
  }

  /**
   * Reads the next batch. The columns of earlier batches stay valid.
   *
   * @return false at the end of the file
   */
  public boolean next() throws IOException {
    passBatch();
    while (position < end || findRowGroup()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("Reading was interrupted");
      }
      load();
      int rows = rowsWithin((int) Math.min(batchRows, end - position));
      boolean isSelected = filter.selectsAny(position, position + rows);
      tree.leaves().forEach(isSelected ? leaf -> leaf.read(rows) : leaf -> leaf.skip(rows));
      if (isSelected) {
        columns = tree.columns().stream().map(ColumnNode::column).toArray(Column[]::new);
        size = rows;
      }
      if (position + rows == end) {
        tree.leaves().forEach(LeafReader::requireEnd);
        dropRowGroup();
      }
      if (isSelected) {
        return true;
      }
      position += rows;
    }
    return false;
  }

  private void passBatch() {
    position += size;
    size = 0;
    columns = NO_COLUMNS;
  }

  /**
   * Returns how many of the next rows fit into a batch. The sizes of encoded values do not tell:
   * many rows can repeat a value or a list that is stored once.
   */
  private int rowsWithin(int rows) {
    long planned = 0;
    int within = rows;
    for (LeafReader leaf : unbounded) {
      long share = MAX_BATCH_BYTES / unbounded.size();
      within = leaf.rowsWithin(within, Math.max(MAX_BATCH_BYTES - planned, share));
      planned += leaf.planned();
    }
    return within;
  }

  /** Moves to the next row group with selected rows; returns false if there is none. */
  private boolean findRowGroup() {
    while (nextRowGroup < rowGroups.size()) {
      int index = nextRowGroup++;
      BlockMetaData rowGroup = rowGroups.get(index);
      position = end;
      start = end;
      requireRows(rowGroup);
      end += rowGroup.getRowCount();
      if (position < end && filter.selectsRowGroup(rowGroup) && filter.selectsAny(position, end)) {
        batchRows = batchRows(rowGroup);
        return true;
      }
      position = end;
    }
    return false;
  }

  /** Loads the current row group unless it is loaded, and moves to the next row in it. */
  public void load() throws IOException {
    if (loaded || position == end) {
      return;
    }
    if (!tree.leaves().isEmpty()) {
      PageReadStore rowGroup = source.open(nextRowGroup - 1);
      pages = rowGroup;
      tree.leaves().forEach(leaf -> leaf.start(rowGroup, end - start));
      for (long skipped = start; skipped < position; ) {
        int rows = (int) Math.min(maxBatchRows, position - skipped);
        tree.leaves().forEach(leaf -> leaf.skip(rows));
        skipped += rows;
      }
    }
    loaded = true;
  }

  /**
   * Returns about how many bytes the next call of {@link #next} loads into memory: 0 if it needs no
   * other row group than the one that is loaded. Ends the current batch.
   */
  public long bytesToLoad() {
    passBatch();
    return (position < end || findRowGroup()) && !loaded ? rowGroupBytes() : 0;
  }

  /** Whether a row group is loaded that has rows left. */
  public boolean isLoaded() {
    return loaded;
  }

  /**
   * Drops the row group, if one is loaded. If it has rows left, {@link #next} loads it again and
   * continues with them.
   */
  public void unload() {
    columns = NO_COLUMNS;
    dropRowGroup();
  }

  private void dropRowGroup() {
    loaded = false;
    tree.leaves().forEach(LeafReader::unload);
    if (pages != null) {
      pages.close();
      pages = null;
    }
  }

  /** What is held of the current row group's columns, and a batch of its decoded rows. */
  private long rowGroupBytes() {
    BlockMetaData rowGroup = rowGroups.get(nextRowGroup - 1);
    // A damaged footer may claim any size.
    long decoded = Math.max(0, Math.min(source.uncompressed(rowGroup), Integer.MAX_VALUE));
    long batch = Math.max(Math.min(decoded, MAX_BATCH_BYTES), decoded / rowGroup.getRowCount());
    return 1 + source.bytesHeld(nextRowGroup - 1) + batch + footerBytes();
  }

  /** About what the footer takes, which is held until the file is closed. */
  private long footerBytes() {
    return BYTES_PER_CHUNK
        * rowGroups.stream().mapToLong(rowGroup -> rowGroup.getColumns().size()).sum();
  }

  /** A row group without rows is not read, so that values in it would be lost. */
  private static void requireRows(BlockMetaData rowGroup) {
    long rows = rowGroup.getRowCount();
    boolean hasValues = rowGroup.getColumns().stream().anyMatch(chunk -> chunk.getValueCount() > 0);
    if (rows < 0 || (rows == 0 && hasValues)) {
      throw new ParquetDecodingException("a row group with values has " + rows + " rows");
    }
  }

  private int batchRows(BlockMetaData rowGroup) {
    long bytesPerRow = source.uncompressed(rowGroup) / rowGroup.getRowCount() + 1;
    return (int) Math.max(1, Math.min(maxBatchRows, MAX_BATCH_BYTES / bytesPerRow));
  }

  /** Returns the number of rows of this batch, including those that are not selected. */
  public int size() {
    return size;
  }

  /** Returns the position of this batch's first row in the file. */
  public long firstRow() {
    return position;
  }

  /** Returns a column of this batch, by its index in the list of requested columns. */
  public Column column(int index) {
    return columns[index];
  }

  @Override
  public void close() throws IOException {
    unload();
    source.close();
  }
}
