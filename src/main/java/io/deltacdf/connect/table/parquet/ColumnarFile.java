package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.GroupType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Parquet file as batches of columns. Holds the compressed columns of one row group in
 * memory, and one decompressed page of each, until all batches of the row group are read or it is
 * {@linkplain #unload unloaded}. Not thread-safe; the caller closes it.
 */
public final class ColumnarFile implements AutoCloseable {
  private static final int MAX_BATCH_ROWS = 2_048;

  /** The approximate size of a batch: batches of wide rows have fewer rows. */
  private static final long MAX_BATCH_BYTES = 8L << 20;

  private static final Column[] NO_COLUMNS = {};

  private final ParquetFileReader reader;
  private final long length;
  private final List<BlockMetaData> rowGroups;
  private final ColumnTree tree;

  /** The leaves that are read. */
  private final Set<ColumnPath> paths;

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
      ParquetFileReader reader,
      long length,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter,
      int maxBatchRows) {
    this.maxBatchRows = maxBatchRows;
    this.reader = reader;
    this.length = length;
    this.rowGroups = reader.getRowGroups();
    this.tree = new ColumnTree(reader.getFileMetaData().getSchema(), requested, variants);
    this.paths =
        tree.leaves().stream()
            .map(leaf -> ColumnPath.get(leaf.column().getPath()))
            .collect(Collectors.toUnmodifiableSet());
    this.unbounded = tree.leaves().stream().filter(LeafReader::isUnbounded).toList();
    this.filter = filter;
    reader.setRequestedSchema(tree.leaves().stream().map(LeafReader::column).toList());
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
    return open(file, footers, requested, variants, filter, MAX_BATCH_ROWS);
  }

  /** Opens a file whose batches have at most {@code maxBatchRows} rows. */
  static ColumnarFile open(
      InputFile file,
      Footers footers,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter,
      int maxBatchRows)
      throws IOException {
    ParquetFileReader reader = footers.open(file);
    try {
      return new ColumnarFile(reader, file.getLength(), requested, variants, filter, maxBatchRows);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
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
      if (position < end && filter.selectsAny(position, end)) {
        batchRows = batchRows(rowGroup);
        requireChunksInFile(rowGroup);
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
      PageReadStore rowGroup = reader.readRowGroup(nextRowGroup - 1);
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

  /** The compressed columns of the current row group, and a batch of its decoded rows. */
  private long rowGroupBytes() {
    long stored = 0;
    long decoded = 0;
    for (ColumnChunkMetaData chunk : requestedChunks(rowGroups.get(nextRowGroup - 1))) {
      // A damaged footer may claim any size.
      stored += Math.min(Math.max(0, chunk.getTotalSize()), Integer.MAX_VALUE);
      decoded += Math.min(Math.max(0, chunk.getTotalUncompressedSize()), MAX_BATCH_BYTES);
    }
    return 1 + stored + Math.min(decoded, MAX_BATCH_BYTES);
  }

  /** A row group without rows is not read, so that values in it would be lost. */
  private static void requireRows(BlockMetaData rowGroup) {
    long rows = rowGroup.getRowCount();
    boolean hasValues = rowGroup.getColumns().stream().anyMatch(chunk -> chunk.getValueCount() > 0);
    if (rows < 0 || (rows == 0 && hasValues)) {
      throw new ParquetDecodingException("a row group with values has " + rows + " rows");
    }
  }

  /** Memory for the columns of a row group is allocated before they are read. */
  private void requireChunksInFile(BlockMetaData rowGroup) {
    requestedChunks(rowGroup).stream()
        .filter(chunk -> chunk.getTotalSize() > length - chunk.getStartingPos())
        .findFirst()
        .ifPresent(
            chunk -> {
              throw new ParquetDecodingException(
                  "column '"
                      + chunk.getPath().toDotString()
                      + "': its "
                      + chunk.getTotalSize()
                      + " bytes from position "
                      + chunk.getStartingPos()
                      + " on reach past the end of the file");
            });
  }

  private int batchRows(BlockMetaData rowGroup) {
    long bytes =
        requestedChunks(rowGroup).stream()
            .mapToLong(ColumnChunkMetaData::getTotalUncompressedSize)
            .sum();
    long bytesPerRow = bytes / rowGroup.getRowCount() + 1;
    return (int) Math.max(1, Math.min(maxBatchRows, MAX_BATCH_BYTES / bytesPerRow));
  }

  /** Returns the chunks of the columns that are read. */
  private List<ColumnChunkMetaData> requestedChunks(BlockMetaData rowGroup) {
    return rowGroup.getColumns().stream().filter(chunk -> paths.contains(chunk.getPath())).toList();
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
    reader.close();
  }
}
