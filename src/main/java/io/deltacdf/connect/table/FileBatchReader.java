package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.ColumnarFile;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.table.parquet.RowFilter;
import io.deltacdf.connect.table.storage.ParquetInput;
import io.deltacdf.connect.table.variant.VariantLayouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.jspecify.annotations.Nullable;

/** Reads one data or change file, and applies partition values and deletion vectors. */
final class FileBatchReader implements BatchReader {
  private final TableContext table;
  private final ChangedFile file;
  private final String resolvedPath;

  /** The requested partition columns, by ordinal in the schema; null for all other columns. */
  private final @Nullable Column[] partitionColumns;

  /** The ordinals of the columns to read from the file. */
  private final int[] fileOrdinals;

  /** Whether to read row ids too. */
  private final boolean rowIds;

  /** The change types of the rows that are wanted. */
  private final Set<ChangeType> wanted;

  private final ChangeTypes ofAllRows;
  private final boolean selectsNone;

  /** Null after everything was released. */
  private @Nullable RowSelection selection;

  /** Null until the first batch is read, and after everything was released. */
  private @Nullable ColumnarFile opened;

  /** How many bytes of the open file are held beside its row groups. */
  private long bytesHeld;

  /** The row after the last batch. */
  private long nextRow;

  /** What the next batch loads, as it was last asked for; negative if it is not known. */
  private long bytesToLoad = -1;

  @FunctionalInterface
  private interface FileRead<T> {
    T from(ColumnarFile rows) throws IOException;
  }

  private FileBatchReader(
      TableContext table,
      ChangedFile file,
      boolean rowIds,
      Set<ChangeType> wanted,
      int[] ordinals) {
    this.table = table;
    this.file = file;
    this.rowIds = rowIds;
    this.wanted = wanted;
    this.ofAllRows =
        new ChangeTypes(
            file.kind() == ChangedFile.Kind.REMOVED ? ChangeType.DELETE : ChangeType.INSERT, null);
    this.resolvedPath = table.resolve(file);
    RowSelection selected = DeletionVectorReader.selection(table, file);
    this.selection = selected;
    this.selectsNone = selected.isNone();
    this.partitionColumns = PartitionColumns.of(table.location(), file, ordinals);
    this.fileOrdinals =
        Arrays.stream(ordinals).filter(ordinal -> partitionColumns[ordinal] == null).toArray();
  }

  /**
   * Opens a file.
   *
   * @param wanted the change types of the rows that are wanted
   */
  static BatchReader open(
      TableContext table, ChangedFile file, Set<ChangeType> wanted, int[] ordinals) {
    return new FileBatchReader(table, file, false, wanted, ordinals);
  }

  /** Opens an added or removed file to read row ids too. */
  static BatchReader openWithRowIds(TableContext table, ChangedFile file, int[] ordinals) {
    return new FileBatchReader(table, file, true, ChangeType.ALL, ordinals);
  }

  private ColumnarFile openFile(RowSelection selected) throws IOException {
    List<RequestedColumn> requested =
        new ArrayList<>(file.state().physical().requested(fileOrdinals));
    for (String column : materializedRowIds()) {
      requested.add(RequestedColumn.named(column, DataType.Primitive.LONG));
    }
    if (isChangeFile()) {
      requested.add(RequestedColumn.named(PhysicalSchema.CHANGE_TYPE, DataType.Primitive.STRING));
    }
    ParquetInput input = ParquetInput.of(table.storage(), resolvedPath, file.size());
    ColumnarFile rows =
        ColumnarFile.open(
            input,
            table.footers(),
            requested,
            new VariantLayouts(this::failure),
            isChangeFile() ? ofWanted(selected) : selected::containsAny);
    opened = rows;
    bytesHeld = input.bytesHeld() + selected.bytes();
    requireSelectionFits(rows, selected);
    rows.startAt(nextRow);
    return rows;
  }

  /** Selects rows, and row groups whose statistics do not exclude the change types. */
  private RowFilter ofWanted(RowSelection selected) {
    return new RowFilter() {
      @Override
      public boolean selectsAny(long from, long to) {
        return selected.containsAny(from, to);
      }

      @Override
      public boolean selectsRowGroup(BlockMetaData rowGroup) {
        return ChangeFileFooter.mayHold(rowGroup, wanted);
      }
    };
  }

  private List<String> materializedRowIds() {
    return rowIds ? file.state().materializedRowIdColumns() : List.of();
  }

  private RowIds rowIds(ColumnarFile rows) {
    @Nullable Column[] materialized = new Column[2];
    for (int i = 0; i < materializedRowIds().size(); i++) {
      materialized[i] = rows.column(fileOrdinals.length + i);
    }
    return new RowIds(table.location(), file, materialized[0], materialized[1]);
  }

  private boolean isChangeFile() {
    return file.kind() == ChangedFile.Kind.CDC;
  }

  @Override
  public @Nullable ColumnBatch next() {
    if (selectsNone) {
      return null;
    }
    bytesToLoad = -1;
    RowSelection selected = selection();
    return read(rows -> {
          if (!rows.next()) {
            return Optional.<ColumnBatch>empty();
          }
          nextRow = rows.firstRow() + rows.size();
          return Optional.of(batch(rows, selected));
        })
        .orElse(null);
  }

  /** Reads the footer first, if the file is not open and the answer is not known. */
  @Override
  public long bytesToLoad() {
    if (selectsNone) {
      return 0;
    }
    if (opened == null && bytesToLoad >= 0) {
      return bytesToLoad;
    }
    long rowGroup = read(ColumnarFile::bytesToLoad);
    bytesToLoad = rowGroup == 0 ? 0 : rowGroup + bytesHeld;
    return bytesToLoad;
  }

  @Override
  public void load() {
    if (!selectsNone) {
      read(
          rows -> {
            rows.load();
            return true;
          });
    }
  }

  /** Reads the file, and opens it first if it is not open yet. */
  private <T> T read(FileRead<T> read) {
    RowSelection selected = selection();
    try {
      return read.from(opened == null ? openFile(selected) : opened);
    } catch (IOException e) {
      throw failure(new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private RowSelection selection() {
    RowSelection selected = selection;
    if (selected == null) {
      selected = DeletionVectorReader.selection(table, file);
      selection = selected;
    }
    return selected;
  }

  @Override
  public boolean isLoaded() {
    return opened != null && opened.isLoaded();
  }

  @Override
  public void unload() {
    if (opened != null) {
      opened.unload();
    }
  }

  @Override
  public boolean isOpen() {
    return opened != null;
  }

  @Override
  public void release(long row) {
    if (row < nextRow) {
      nextRow = row;
      bytesToLoad = -1;
    }
    close();
    opened = null;
    selection = null;
  }

  private void requireSelectionFits(ColumnarFile rows, RowSelection selection) {
    if (selection.lastNamed() >= rows.rowCount()) {
      throw TableErrors.fileCorrupt(
          table.location(),
          file.version(),
          resolvedPath,
          "its deletion vector names row "
              + selection.lastNamed()
              + ", but the file has "
              + rows.rowCount()
              + " rows",
          null);
    }
  }

  private ColumnBatch batch(ColumnarFile rows, RowSelection selection) {
    @Nullable Column[] columns = partitionColumns.clone();
    for (int i = 0; i < fileOrdinals.length; i++) {
      int ordinal = fileOrdinals[i];
      columns[ordinal] = PaddedColumn.of(rows.column(i), file.state().padding(ordinal));
    }
    ChangeTypes types =
        isChangeFile()
            ? changeTypes(
                rows.column(fileOrdinals.length + materializedRowIds().size()), rows.size())
            : ofAllRows;
    return new FileBatch(
        file.state().schema(),
        rows.size(),
        columns,
        rows.firstRow(),
        selection,
        types.ofAll(),
        types.ofEach(),
        rowIds ? rowIds(rows) : null);
  }

  /**
   * The change types of a batch.
   *
   * @param ofAll the change type of all rows; null if they differ
   * @param ofEach the change type of each row; null if all are the same
   */
  private record ChangeTypes(@Nullable ChangeType ofAll, ChangeType @Nullable [] ofEach) {}

  /** Decodes one value for each run of rows with the same one: most batches have few of them. */
  private ChangeTypes changeTypes(Column texts, int size) {
    ChangeType[] types = null;
    byte[] lastText = null;
    ChangeType lastType = null;
    for (int row = 0; row < size; row++) {
      byte[] text = texts.isNullAt(row) ? null : texts.bytesAt(row);
      // An entry of a dictionary is the same array in all rows.
      if (lastType == null || (text != lastText && !Arrays.equals(text, lastText))) {
        ChangeType type = changeType(text);
        if (types == null && lastType != null) {
          types = new ChangeType[size];
          Arrays.fill(types, 0, row, lastType);
        }
        lastType = type;
      }
      lastText = text;
      if (types != null) {
        types[row] = lastType;
      }
    }
    return new ChangeTypes(types == null ? lastType : null, types);
  }

  private ChangeType changeType(byte @Nullable [] text) {
    ChangeType type = text == null ? null : ChangeType.ofUtf8(text);
    if (type == null) {
      throw TableErrors.fileCorrupt(
          table.location(),
          file.version(),
          resolvedPath,
          "it contains the change type '"
              + (text == null ? null : new String(text, StandardCharsets.UTF_8))
              + "', which the Delta protocol does not define",
          null);
    }
    return type;
  }

  private DeltaCdfException failure(RuntimeException e) {
    return FileDiagnosis.diagnose(table, file.version(), resolvedPath, file.size(), e);
  }

  @Override
  public void close() {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "closing " + resolvedPath, e);
    }
  }
}
