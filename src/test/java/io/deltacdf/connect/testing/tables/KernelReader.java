package io.deltacdf.connect.testing.tables;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the rows of a table with Delta Kernel only, to check that the written table is a valid
 * Delta table.
 */
public final class KernelReader {
  private static final Engine ENGINE = DefaultEngine.create(new Configuration());

  private KernelReader() {}

  /** Returns the rows of the latest version, with canonical values ({@link Values}). */
  public static List<Map<String, Object>> rows(Path table) {
    return rows(TableManager.loadSnapshot(table.toString()).build(ENGINE));
  }

  /** Returns the rows of a version, with canonical values. */
  public static List<Map<String, Object>> rowsAt(Path table, long version) {
    return rows(TableManager.loadSnapshot(table.toString()).atVersion(version).build(ENGINE));
  }

  /**
   * Writes a checkpoint of the latest version.
   *
   * @param newest the latest version if a catalog manages the commits, which Kernel then wants
   */
  static void checkpoint(Path table, OptionalLong newest) {
    SnapshotBuilder builder = TableManager.loadSnapshot(table.toString());
    try {
      (newest.isPresent() ? builder.withMaxCatalogVersion(newest.getAsLong()) : builder)
          .build(ENGINE)
          .writeCheckpoint(ENGINE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a checkpoint of " + table, e);
    }
  }

  /** Returns the rows of a snapshot, with canonical values. */
  public static List<Map<String, Object>> rows(Snapshot snapshot) {
    List<Map<String, Object>> rows = new ArrayList<>();
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(ENGINE);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            readFile(state, files.next(), rows);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static void readFile(Row state, Row scanFile, List<Map<String, Object>> rows)
      throws IOException {
    FileStatus file = InternalScanFileUtils.getAddFileStatus(scanFile);
    StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
    try (CloseableIterator<FilteredColumnarBatch> batches =
        Scan.transformPhysicalData(
            ENGINE,
            state,
            scanFile,
            ENGINE
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(file), physical, Optional.empty())
                .map(result -> result.getData()))) {
      while (batches.hasNext()) {
        FilteredColumnarBatch batch = batches.next();
        addRows(batch.getData(), batch.getSelectionVector(), rows);
      }
    }
  }

  private static void addRows(
      ColumnarBatch batch, Optional<ColumnVector> selected, List<Map<String, Object>> rows) {
    for (int i = 0; i < batch.getSize(); i++) {
      if (selected.isEmpty() || selected.get().getBoolean(i)) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int c = 0; c < batch.getSchema().length(); c++) {
          StructField field = batch.getSchema().at(c);
          row.put(field.getName(), value(field.getDataType(), batch.getColumnVector(c), i));
        }
        rows.add(row);
      }
    }
  }

  private static Object value(DataType type, ColumnVector vector, int i) {
    if (vector.isNullAt(i)) {
      return null;
    }
    if (type instanceof StructType structType) {
      Map<String, Object> struct = new LinkedHashMap<>();
      for (int c = 0; c < structType.length(); c++) {
        StructField field = structType.at(c);
        struct.put(field.getName(), value(field.getDataType(), vector.getChild(c), i));
      }
      return struct;
    }
    if (type instanceof ArrayType arrayType) {
      return elements(arrayType.getElementType(), vector.getArray(i).getElements());
    }
    if (type instanceof MapType mapType) {
      MapValue map = vector.getMap(i);
      List<Object> keys = elements(mapType.getKeyType(), map.getKeys());
      List<Object> values = elements(mapType.getValueType(), map.getValues());
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int e = 0; e < keys.size(); e++) {
        entries.put(keys.get(e), values.get(e));
      }
      return entries;
    }
    return Values.canonical(type, primitive(type, vector, i));
  }

  private static List<Object> elements(DataType type, ColumnVector vector) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < vector.getSize(); i++) {
      elements.add(value(type, vector, i));
    }
    return elements;
  }

  private static Object primitive(DataType type, ColumnVector vector, int i) {
    if (type instanceof BooleanType) {
      return vector.getBoolean(i);
    } else if (type instanceof ByteType) {
      return vector.getByte(i);
    } else if (type instanceof ShortType) {
      return vector.getShort(i);
    } else if (type instanceof IntegerType) {
      return vector.getInt(i);
    } else if (type instanceof LongType) {
      return vector.getLong(i);
    } else if (type instanceof FloatType) {
      return vector.getFloat(i);
    } else if (type instanceof DoubleType) {
      return vector.getDouble(i);
    } else if (type instanceof DecimalType) {
      return vector.getDecimal(i);
    } else if (type instanceof StringType) {
      return vector.getString(i);
    } else if (type instanceof BinaryType) {
      return vector.getBinary(i);
    } else if (type instanceof DateType) {
      return LocalDate.ofEpochDay(vector.getInt(i));
    } else if (type instanceof TimestampType) {
      return Instant.EPOCH.plus(vector.getLong(i), ChronoUnit.MICROS);
    } else if (type instanceof TimestampNTZType) {
      return LocalDateTime.ofInstant(
          Instant.EPOCH.plus(vector.getLong(i), ChronoUnit.MICROS), ZoneOffset.UTC);
    }
    throw new IllegalArgumentException("Values of type " + type + " are not supported");
  }
}
