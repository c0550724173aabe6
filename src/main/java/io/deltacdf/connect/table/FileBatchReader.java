package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.ColumnarFile;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.table.storage.ParquetInput;
import io.deltacdf.connect.table.variant.VariantLayouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one data or change file, and applies partition values and deletion vectors. */
final class FileBatchReader implements BatchReader {
  private final TableContext table;
  private final ChangedFile file;
  private final String resolvedPath;
  private final RowSelection selection;

  /** The requested partition columns, by ordinal in the schema; null for all other columns. */
  private final @Nullable Column[] partitionColumns;

  /** The ordinals of the columns to read from the file. */
  private final int[] fileOrdinals;

  /** Whether to read row ids too. */
  private final boolean rowIds;

  /** Null until the first batch is read. */
  private @Nullable ColumnarFile opened;

  @FunctionalInterface
  private interface FileRead<T> {
    T from(ColumnarFile rows) throws IOException;
  }

  private FileBatchReader(TableContext table, ChangedFile file, boolean rowIds, int[] ordinals) {
    this.table = table;
    this.file = file;
    this.rowIds = rowIds;
    this.resolvedPath = table.resolve(file);
    this.selection = DeletionVectorReader.selection(table, file);
    this.partitionColumns = PartitionColumns.of(table.location(), file, ordinals);
    this.fileOrdinals =
        Arrays.stream(ordinals).filter(ordinal -> partitionColumns[ordinal] == null).toArray();
  }

  static BatchReader open(TableContext table, ChangedFile file, int[] ordinals) {
    return new FileBatchReader(table, file, false, ordinals);
  }

  /** Opens an added or removed file to read row ids too. */
  static BatchReader openWithRowIds(TableContext table, ChangedFile file, int[] ordinals) {
    return new FileBatchReader(table, file, true, ordinals);
  }

  private ColumnarFile openFile() throws IOException {
    List<RequestedColumn> requested =
        new ArrayList<>(new PhysicalSchema(file.state()).requested(fileOrdinals));
    for (String column : materializedRowIds()) {
      requested.add(RequestedColumn.named(column, DataType.Primitive.LONG));
    }
    if (isChangeFile()) {
      requested.add(RequestedColumn.named(PhysicalSchema.CHANGE_TYPE, DataType.Primitive.STRING));
    }
    ColumnarFile rows =
        ColumnarFile.open(
            ParquetInput.of(table.storage(), resolvedPath, file.size()),
            table.footers(),
            requested,
            new VariantLayouts(this::failure),
            selection::containsAny);
    opened = rows;
    requireSelectionFits(rows);
    return rows;
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
    if (selection.isNone()) {
      return null;
    }
    return read(rows -> rows.next() ? Optional.of(batch(rows)) : Optional.<ColumnBatch>empty())
        .orElse(null);
  }

  /** Reads the footer first, if the file is not open yet. */
  @Override
  public long bytesToLoad() {
    if (selection.isNone()) {
      return 0;
    }
    return read(ColumnarFile::bytesToLoad);
  }

  @Override
  public void load() {
    if (!selection.isNone()) {
      read(
          rows -> {
            rows.load();
            return true;
          });
    }
  }

  /** Reads the file, and opens it first if it is not open yet. */
  private <T> T read(FileRead<T> read) {
    try {
      return read.from(opened == null ? openFile() : opened);
    } catch (IOException e) {
      throw failure(new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw failure(e);
    }
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

  private void requireSelectionFits(ColumnarFile rows) {
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

  private ColumnBatch batch(ColumnarFile rows) {
    @Nullable Column[] columns = partitionColumns.clone();
    for (int i = 0; i < fileOrdinals.length; i++) {
      int ordinal = fileOrdinals[i];
      columns[ordinal] = PaddedColumn.of(rows.column(i), file.state().padding(ordinal));
    }
    int changeTypeColumn = fileOrdinals.length + materializedRowIds().size();
    return new FileBatch(
        file.state().schema(),
        rows.size(),
        columns,
        rows.firstRow(),
        selection,
        changeTypeOfAllRows(),
        isChangeFile() ? changeTypes(rows.column(changeTypeColumn), rows.size()) : null,
        rowIds ? rowIds(rows) : null);
  }

  private @Nullable ChangeType changeTypeOfAllRows() {
    return switch (file.kind()) {
      case ADDED -> ChangeType.INSERT;
      case REMOVED -> ChangeType.DELETE;
      case CDC -> null;
    };
  }

  private ChangeType[] changeTypes(Column texts, int size) {
    ChangeType[] types = new ChangeType[size];
    String lastText = null;
    ChangeType lastType = null;
    for (int row = 0; row < size; row++) {
      String text = texts.isNullAt(row) ? null : texts.stringAt(row);
      if (lastType == null || !Objects.equals(text, lastText)) {
        lastType = changeType(text);
        lastText = text;
      }
      types[row] = lastType;
    }
    return types;
  }

  private ChangeType changeType(@Nullable String text) {
    ChangeType type = text == null ? null : ChangeType.ofText(text);
    if (type == null) {
      throw TableErrors.fileCorrupt(
          table.location(),
          file.version(),
          resolvedPath,
          "it contains the change type '" + text + "', which the Delta protocol does not define",
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
