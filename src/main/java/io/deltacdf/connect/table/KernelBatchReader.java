package io.deltacdf.connect.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Reads one file through Delta Kernel's Parquet reader, with partition values and deletion vectors
 * applied.
 */
final class KernelBatchReader implements BatchReader {
  private final KernelTable table;
  private final ChangedFile file;
  private final String resolvedPath;
  private final RowSelection selection;

  /** The partition columns that are wanted, by ordinal in the schema; null elsewhere. */
  private final Column[] partitionColumns;

  /**
   * The ordinals in the schema of the columns that come from the file, in the order of the physical
   * schema.
   */
  private final int[] fileOrdinals;

  /** Those of the columns at {@code fileOrdinals}. */
  private final List<ColumnForm> forms;

  /** Whether row ids are read too. */
  private final boolean rowIds;

  private final CloseableIterator<FileReadResult> results;
  private long rowsRead;

  private KernelBatchReader(KernelTable table, ChangedFile file, boolean rowIds, int[] ordinals) {
    this.table = table;
    this.file = file;
    this.rowIds = rowIds;
    this.resolvedPath = table.logFiles().resolve(file.path());
    this.selection = RowSelection.of(table, file);
    TableSchema schema = file.state().schema();
    this.partitionColumns = partitionColumns(schema, ordinals);
    this.fileOrdinals =
        Arrays.stream(ordinals).filter(ordinal -> partitionColumns[ordinal] == null).toArray();
    StructType physical = PhysicalSchema.columns(file.state().metadata(), fileOrdinals);
    this.forms = forms(physical);
    this.results = selection.isNone() ? Utils.toCloseableIterator(noResults()) : openFile(physical);
  }

  static BatchReader open(KernelTable table, ChangedFile file, int[] ordinals) {
    return new KernelBatchReader(table, file, false, ordinals);
  }

  /** Reads row ids too; of an added or removed file. */
  static BatchReader openWithRowIds(KernelTable table, ChangedFile file, int[] ordinals) {
    return new KernelBatchReader(table, file, true, ordinals);
  }

  private static Iterator<FileReadResult> noResults() {
    return Collections.emptyIterator();
  }

  private List<ColumnForm> forms(StructType physical) {
    List<ColumnForm> declared =
        Arrays.stream(fileOrdinals).mapToObj(ordinal -> file.state().form(ordinal)).toList();
    // What kernel reads of a shredded variant without being told is a part of its values.
    return selection.isNone() || !VariantForms.hasVariant(physical)
        ? declared
        : new VariantForms(this::failure)
            .inFile(ParquetFooters.schema(table, file), physical, declared);
  }

  private CloseableIterator<FileReadResult> openFile(StructType columns) {
    StructType physical =
        PhysicalSchema.toRead(columns, forms, materializedRowIds(), isChangeFile());
    long size = file.size() >= 0 ? file.size() : sizeInStore();
    try {
      return table
          .engine()
          .getParquetHandler()
          .readParquetFiles(
              Utils.singletonCloseableIterator(FileStatus.of(resolvedPath, size, 0)),
              physical,
              Optional.empty());
    } catch (IOException e) {
      throw failure(new UncheckedIOException(e));
    }
  }

  private List<String> materializedRowIds() {
    return rowIds ? file.state().materializedRowIdColumns() : List.of();
  }

  /** Remove actions may lack the size. */
  private long sizeInStore() {
    return table
        .logFiles()
        .sizeOf(resolvedPath)
        .orElseThrow(() -> TableErrors.fileMissing(table, file.version(), resolvedPath, null));
  }

  private boolean isChangeFile() {
    return file.kind() == ChangedFile.Kind.CDC;
  }

  private Column[] partitionColumns(TableSchema schema, int[] ordinals) {
    Column[] columns = new Column[schema.size()];
    for (int ordinal : ordinals) {
      Field field = schema.fields().get(ordinal);
      if (schema.partitionColumns().contains(field.name())) {
        columns[ordinal] = partitionColumn(field, file.state().form(ordinal).charLength());
      }
    }
    return columns;
  }

  /**
   * Removes written by Spark omit keys whose value is null; a missing key is null for every writer.
   */
  private Column partitionColumn(Field field, int charLength) {
    if (file.partitionValues() == null) {
      throw TableErrors.corruptTable(
          table,
          file.version(),
          "the remove action for "
              + file.path()
              + " lacks the partition values, so the rows it deletes are not known",
          null);
    }
    String text = file.partitionValues().get(field.physicalName());
    try {
      return PartitionColumn.parse(field, text, charLength);
    } catch (RuntimeException e) {
      throw TableErrors.corruptTable(
          table,
          file.version(),
          "the partition value '"
              + text
              + "' of column '"
              + field.name()
              + "' in the action for "
              + file.path()
              + " is no "
              + field.type(),
          e);
    }
  }

  @Override
  public ColumnBatch next() {
    try {
      if (!results.hasNext()) {
        requireSelectionFits();
        return null;
      }
      return batch(results.next().getData());
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private void requireSelectionFits() {
    if (!selection.isNone() && !selection.fits(rowsRead)) {
      throw TableErrors.fileCorrupt(
          table,
          file.version(),
          resolvedPath,
          "its deletion vector names row "
              + selection.rows().last()
              + ", but the file has "
              + rowsRead
              + " rows",
          null);
    }
  }

  private ColumnBatch batch(ColumnarBatch data) {
    TableSchema schema = file.state().schema();
    Column[] columns = partitionColumns.clone();
    for (int i = 0; i < fileOrdinals.length; i++) {
      int ordinal = fileOrdinals[i];
      columns[ordinal] =
          KernelColumn.of(
              data.getColumnVector(i), schema.fields().get(ordinal).type(), forms.get(i));
    }
    RowIds ids = rowIds ? rowIds(data) : null;
    int width = fileOrdinals.length + materializedRowIds().size();
    rowsRead += data.getSize();
    if (!isChangeFile()) {
      ChangeType type =
          file.kind() == ChangedFile.Kind.ADDED ? ChangeType.INSERT : ChangeType.DELETE;
      return new KernelBatch(
          schema, data.getSize(), columns, data.getColumnVector(width), selection, type, null, ids);
    }
    ChangeType[] types = changeTypes(data.getColumnVector(width), data.getSize());
    return new KernelBatch(
        schema,
        data.getSize(),
        columns,
        data.getColumnVector(width + 1),
        selection,
        null,
        types,
        ids);
  }

  private RowIds rowIds(ColumnarBatch data) {
    Column[] materialized = new Column[2];
    for (int i = 0; i < materializedRowIds().size(); i++) {
      materialized[i] =
          KernelColumn.of(
              data.getColumnVector(fileOrdinals.length + i),
              DataType.Primitive.LONG,
              ColumnForm.PLAIN);
    }
    return new RowIds(table, file, materialized[0], materialized[1]);
  }

  private ChangeType[] changeTypes(ColumnVector texts, int size) {
    ChangeType[] types = new ChangeType[size];
    byte[] lastText = null;
    ChangeType lastType = null;
    for (int row = 0; row < size; row++) {
      byte[] text = texts.isNullAt(row) ? null : texts.getBinary(row);
      if (text == null || !Arrays.equals(text, lastText)) {
        lastType = changeType(text);
        lastText = text;
      }
      types[row] = lastType;
    }
    return types;
  }

  private ChangeType changeType(byte[] text) {
    String value = text == null ? null : new String(text, StandardCharsets.UTF_8);
    ChangeType type = value == null ? null : ChangeType.ofText(value);
    if (type == null) {
      throw TableErrors.fileCorrupt(
          table,
          file.version(),
          resolvedPath,
          "it holds the change type '" + value + "', which the Delta protocol does not know",
          null);
    }
    return type;
  }

  private DeltaCdfException failure(RuntimeException e) {
    return FileFailures.translate(table, file.version(), resolvedPath, file.size(), e);
  }

  @Override
  public void close() {
    try {
      results.close();
    } catch (IOException e) {
      throw TableErrors.storage(table, "closing " + resolvedPath, e);
    }
  }
}
