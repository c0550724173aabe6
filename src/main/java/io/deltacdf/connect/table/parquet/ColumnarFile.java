package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.InputFile;

/**
 * A Parquet file, read as batches of columns. Holds the compressed columns of one row group, and a
 * page of each in plain. Not thread-safe; the caller closes it.
 */
public final class ColumnarFile implements AutoCloseable {
  private static final int MAX_BATCH_ROWS = 2_048;

  /** What a batch may take; batches of wide rows have fewer of them. */
  private static final long MAX_BATCH_BYTES = 8L << 20;

  private final ParquetFileReader reader;
  private final List<BlockMetaData> rowGroups;
  private final ColumnTree tree;
  private final RowFilter filter;
  private final int maxBatchRows;

  private int nextRowGroup;
  private PageReadStore pages;
  private long position;
  private long end;
  private int batchRows;
  private int size;
  private Column[] columns;

  private ColumnarFile(
      ParquetFileReader reader, List<RequestedColumn> wanted, RowFilter filter, int maxBatchRows) {
    this.maxBatchRows = maxBatchRows;
    this.reader = reader;
    this.rowGroups = reader.getRowGroups();
    this.tree = new ColumnTree(reader.getFileMetaData().getSchema(), wanted);
    this.filter = filter;
    reader.setRequestedSchema(tree.leaves().stream().map(LeafReader::column).toList());
  }

  /**
   * Opens a file.
   *
   * @param wanted the columns that {@link #column} gives, in its order; those that the file lacks
   *     are null
   * @param filter the rows of use: batches without any are left out
   * @throws UnreadableColumnException where the file has a column in a type that cannot be read as
   *     the wanted one
   */
  public static ColumnarFile open(
      InputFile file, Footers footers, List<RequestedColumn> wanted, RowFilter filter)
      throws IOException {
    return open(file, footers, wanted, filter, MAX_BATCH_ROWS);
  }

  /**
   * As {@link #open(InputFile, Footers, List, RowFilter)}, with batches of at most this many rows.
   */
  static ColumnarFile open(
      InputFile file,
      Footers footers,
      List<RequestedColumn> wanted,
      RowFilter filter,
      int maxBatchRows)
      throws IOException {
    ParquetFileReader reader = footers.open(file);
    try {
      return new ColumnarFile(reader, wanted, filter, maxBatchRows);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** How many rows the file has. */
  public long rowCount() {
    return rowGroups.stream().mapToLong(BlockMetaData::getRowCount).sum();
  }

  /**
   * Moves to the next batch; false at the end of the file. Columns of batches before stay as they
   * are.
   */
  public boolean next() throws IOException {
    position += size;
    size = 0;
    while (position < end || startRowGroup()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("reading was interrupted");
      }
      int rows = (int) Math.min(batchRows, end - position);
      if (filter.wantsAny(position, position + rows)) {
        read(rows);
        return true;
      }
      tree.leaves().forEach(leaf -> leaf.skip(rows));
      position += rows;
    }
    return false;
  }

  private void read(int rows) {
    tree.leaves().forEach(leaf -> leaf.read(rows));
    columns = tree.columns().stream().map(ColumnNode::column).toArray(Column[]::new);
    size = rows;
  }

  /** Goes to the next row group with rows of use; false where there is none. */
  private boolean startRowGroup() throws IOException {
    closePages();
    while (nextRowGroup < rowGroups.size()) {
      int index = nextRowGroup++;
      BlockMetaData rowGroup = rowGroups.get(index);
      position = end;
      end += rowGroup.getRowCount();
      if (position < end && filter.wantsAny(position, end)) {
        batchRows = batchRows(rowGroup);
        if (!tree.leaves().isEmpty()) {
          pages = reader.readRowGroup(index);
          tree.leaves().forEach(leaf -> leaf.start(pages));
        }
        return true;
      }
      position = end;
    }
    return false;
  }

  private int batchRows(BlockMetaData rowGroup) {
    List<ColumnPath> wanted =
        tree.leaves().stream().map(leaf -> ColumnPath.get(leaf.column().getPath())).toList();
    long bytes =
        rowGroup.getColumns().stream()
            .filter(chunk -> wanted.contains(chunk.getPath()))
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

  /** The rows of this batch, the ones that are of no use included. */
  public int size() {
    return size;
  }

  /** The position in the file of this batch's first row. */
  public long firstRow() {
    return position;
  }

  /** A wanted column of this batch, by its place among the wanted ones. */
  public Column column(int index) {
    return columns[index];
  }

  @Override
  public void close() throws IOException {
    closePages();
    reader.close();
  }
}
