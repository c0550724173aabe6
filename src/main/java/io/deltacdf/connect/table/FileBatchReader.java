package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.parquet.ColumnarFile;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.table.storage.ParquetInput;
import io.deltacdf.connect.table.variant.VariantLayouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one data or change file, with partition values and deletion vectors applied. */
final class FileBatchReader implements BatchReader {
  private final TableContext table;
  private final ChangedFile file;
  private final String resolvedPath;
  private final RowSelection selection;

  /** The partition columns that are wanted, by ordinal in the schema; null elsewhere. */
  private final Column[] partitionColumns;

  /** The ordinals in the schema of the columns that come from the file. */
  private final int[] fileOrdinals;

  /** Whether row ids are read too. */
  private final boolean rowIds;

  /** Opened when the first batch is asked for. */
  private ColumnarFile rows;

  private FileBatchReader(TableContext table, ChangedFile file, boolean rowIds, int[] ordinals) {
    this.table = table;
    this.file = file;
    this.rowIds = rowIds;
    this.resolvedPath = table.logFiles().resolve(file.path());
    this.selection = DeletionVectorReader.selection(table, file);
    TableSchema schema = file.state().schema();
    this.partitionColumns = partitionColumns(schema, ordinals);
    this.fileOrdinals =
        Arrays.stream(ordinals).filter(ordinal -> partitionColumns[ordinal] == null).toArray();
  }

  static BatchReader open(TableContext table, ChangedFile file, int[] ordinals) {
    return new FileBatchReader(table, file, false, ordinals);
  }

  /** Reads row ids too; of an added or removed file. */
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
    ColumnarFile opened =
        ColumnarFile.open(
            ParquetInput.of(table.storage(), resolvedPath, file.size()),
            table.footers(),
            requested,
            new VariantLayouts(this::failure),
            selection::containsAny);
    rows = opened;
    requireSelectionFits();
    return opened;
  }

  private List<String> materializedRowIds() {
    return rowIds ? file.state().materializedRowIdColumns() : List.of();
  }

  private RowIds rowIds(ColumnarFile batch) {
    Column[] materialized = new Column[2];
    for (int i = 0; i < materializedRowIds().size(); i++) {
      materialized[i] = batch.column(fileOrdinals.length + i);
    }
    return new RowIds(table.location(), file, materialized[0], materialized[1]);
  }

  private boolean isChangeFile() {
    return file.kind() == ChangedFile.Kind.CDC;
  }

  private Column[] partitionColumns(TableSchema schema, int[] ordinals) {
    Column[] columns = new Column[schema.size()];
    for (int ordinal : ordinals) {
      Field field = schema.fields().get(ordinal);
      if (schema.partitionColumns().contains(field.name())) {
        columns[ordinal] = partitionColumn(field, file.state().padding(ordinal));
      }
    }
    return columns;
  }

  /**
   * Removes written by Spark omit keys whose value is null; a missing key is null for every writer.
   */
  private Column partitionColumn(Field field, CharPadding padding) {
    if (file.partitionValues() == null) {
      throw TableErrors.corruptTable(
          table.location(),
          file.version(),
          "the remove action for "
              + file.path()
              + " lacks the partition values, so it is not known which rows it deletes",
          null);
    }
    String text = file.partitionValues().get(field.physicalName());
    try {
      return PartitionColumn.parse(field, text, padding);
    } catch (RuntimeException e) {
      throw TableErrors.corruptTable(
          table.location(),
          file.version(),
          "the partition value '"
              + text
              + "' of column '"
              + field.name()
              + "' in the action for "
              + file.path()
              + " is not a valid "
              + field.type(),
          e);
    }
  }

  @Override
  public ColumnBatch next() {
    if (selection.isNone()) {
      return null;
    }
    try {
      ColumnarFile opened = rows == null ? openFile() : rows;
      return opened.next() ? batch(opened) : null;
    } catch (IOException e) {
      throw failure(new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private void requireSelectionFits() {
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

  private ColumnBatch batch(ColumnarFile batch) {
    TableSchema schema = file.state().schema();
    Column[] columns = partitionColumns.clone();
    for (int i = 0; i < fileOrdinals.length; i++) {
      int ordinal = fileOrdinals[i];
      columns[ordinal] = PaddedColumn.of(batch.column(i), file.state().padding(ordinal));
    }
    RowIds ids = rowIds ? rowIds(batch) : null;
    ChangeType type = null;
    ChangeType[] types = null;
    int width = fileOrdinals.length + materializedRowIds().size();
    if (isChangeFile()) {
      types = changeTypes(batch.column(width), batch.size());
    } else {
      type = file.kind() == ChangedFile.Kind.ADDED ? ChangeType.INSERT : ChangeType.DELETE;
    }
    return new FileBatch(
        schema, batch.size(), columns, batch.firstRow(), selection, type, types, ids);
  }

  private ChangeType[] changeTypes(Column texts, int size) {
    ChangeType[] types = new ChangeType[size];
    String lastText = null;
    ChangeType lastType = null;
    for (int row = 0; row < size; row++) {
      String text = texts.isNullAt(row) ? null : texts.stringAt(row);
      if (text == null || !text.equals(lastText)) {
        lastType = changeType(text);
        lastText = text;
      }
      types[row] = lastType;
    }
    return types;
  }

  private ChangeType changeType(String text) {
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
      if (rows != null) {
        rows.close();
      }
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "closing " + resolvedPath, e);
    }
  }
}
