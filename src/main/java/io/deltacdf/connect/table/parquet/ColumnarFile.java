package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.Function;
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
 * memory, and one decompressed page of each. Not thread-safe; the caller closes it.
 */
public final class ColumnarFile implements AutoCloseable {
  private static final int MAX_BATCH_ROWS = 2_048;

  /** The approximate size of a batch: batches of wide rows have fewer rows. */
  private static final long MAX_BATCH_BYTES = 8L << 20;

  private final ParquetFileReader reader;
  private final List<BlockMetaData> rowGroups;
  private final ColumnTree tree;

  /** The leaves whose values can have any size. */
  private final List<LeafReader> unbounded;

  private final RowFilter filter;
  private final int maxBatchRows;

  private int nextRowGroup;
  private @Nullable PageReadStore pages;
  private long position;
  private long end;
  private int batchRows;
  private int size;
  private Column[] columns = {};

  private ColumnarFile(
      ParquetFileReader reader,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants,
      RowFilter filter,
      int maxBatchRows) {
    this.maxBatchRows = maxBatchRows;
    this.reader = reader;
    this.rowGroups = reader.getRowGroups();
    this.tree = new ColumnTree(reader.getFileMetaData().getSchema(), requested, variants);
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
      return new ColumnarFile(reader, requested, variants, filter, maxBatchRows);
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
    position += size;
    size = 0;
    while (position < end || startRowGroup()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("Reading was interrupted");
      }
      int rows = rowsWithin((int) Math.min(batchRows, end - position));
      boolean isSelected = filter.selectsAny(position, position + rows);
      tree.leaves().forEach(isSelected ? leaf -> leaf.read(rows) : leaf -> leaf.skip(rows));
      if (position + rows == end) {
        tree.leaves().forEach(LeafReader::requireEnd);
      }
      if (isSelected) {
        columns = tree.columns().stream().map(ColumnNode::column).toArray(Column[]::new);
        size = rows;
        return true;
      }
      position += rows;
    }
    return false;
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
  private boolean startRowGroup() throws IOException {
    closePages();
    while (nextRowGroup < rowGroups.size()) {
      int index = nextRowGroup++;
      BlockMetaData rowGroup = rowGroups.get(index);
      position = end;
      requireRows(rowGroup);
      end += rowGroup.getRowCount();
      if (position < end && filter.selectsAny(position, end)) {
        batchRows = batchRows(rowGroup);
        if (!tree.leaves().isEmpty()) {
          PageReadStore rowGroupPages = reader.readRowGroup(index);
          pages = rowGroupPages;
          tree.leaves().forEach(leaf -> leaf.start(rowGroupPages, rowGroup.getRowCount()));
        }
        return true;
      }
      position = end;
    }
    return false;
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
    List<ColumnPath> paths =
        tree.leaves().stream().map(leaf -> ColumnPath.get(leaf.column().getPath())).toList();
    long bytes =
        rowGroup.getColumns().stream()
            .filter(chunk -> paths.contains(chunk.getPath()))
            .mapToLong(ColumnChunkMetaData::getTotalUncompressedSize)
            .sum();
    long bytesPerRow = bytes / rowGroup.getRowCount() + 1;
    return (int) Math.max(1, Math.min(maxBatchRows, MAX_BATCH_BYTES / bytesPerRow));
  }

  private void closePages() {
    if (pages != null) {
      pages.close();
      pages = null;
    }
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
    closePages();
    reader.close();
  }
}
