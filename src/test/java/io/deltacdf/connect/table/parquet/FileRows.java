package io.deltacdf.connect.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.BytesSink;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;

/** Reads the rows of a file as plain objects: structs and arrays as lists, bytes as buffers. */
public final class FileRows {
  public static final Function<GroupType, VariantLayout> NO_VARIANTS =
      group -> {
        throw new AssertionError("The file has no variants");
      };

  private static final Configuration CONF = new Configuration(false);

  private FileRows() {}

  public static List<List<Object>> read(
      InputFile file, int batchRows, RequestedColumn... requested) {
    return read(file, batchRows, RowFilter.ALL, requested);
  }

  public static List<List<Object>> read(
      InputFile file, int batchRows, RowFilter filter, RequestedColumn... requested) {
    return read(file, batchRows, Long.MAX_VALUE, filter, requested);
  }

  /**
   * Reads a file twice, because unloading a row group after each batch must change nothing.
   *
   * @param inMemory the greatest size of a row group that is not read page by page
   */
  static List<List<Object>> read(
      InputFile file,
      int batchRows,
      long inMemory,
      RowFilter filter,
      RequestedColumn... requested) {
    List<List<Object>> rows = read(file, batchRows, inMemory, filter, requested, opened -> {});
    assertThat(read(file, batchRows, inMemory, filter, requested, FileRows::unload))
        .isEqualTo(rows);
    return rows;
  }

  private static void unload(ColumnarFile opened) {
    boolean hadRowsLeft = opened.isLoaded();
    opened.unload();
    assertThat(opened.isLoaded()).isFalse();
    if (hadRowsLeft) {
      assertThat(opened.bytesToLoad()).isPositive();
    }
  }

  private static List<List<Object>> read(
      InputFile file,
      int batchRows,
      long inMemory,
      RowFilter filter,
      RequestedColumn[] requested,
      Consumer<ColumnarFile> afterBatch) {
    List<List<Object>> rows = new ArrayList<>();
    try (ColumnarFile opened =
        ColumnarFile.open(
            file,
            new Footers(CONF),
            List.of(requested),
            NO_VARIANTS,
            filter,
            batchRows,
            inMemory)) {
      while (opened.next()) {
        for (int row = 0; row < opened.size(); row++) {
          List<Object> values = new ArrayList<>();
          for (int i = 0; i < requested.length; i++) {
            values.add(value(opened.column(i), row));
          }
          rows.add(values);
        }
        afterBatch.accept(opened);
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the values of a single column. */
  public static List<Object> column(InputFile file, RequestedColumn requested) {
    return read(file, 1024, requested).stream().map(row -> row.get(0)).toList();
  }

  public static Object value(Column column, int row) {
    if (column.isNullAt(row)) {
      return null;
    }
    DataType type = column.type();
    if (type instanceof DataType.Struct struct) {
      return fields(column, struct.fields().size(), row);
    } else if (type instanceof DataType.Array) {
      Column.ArrayView view = column.arrayAt(row);
      return values(view.elements(), view.size());
    } else if (type instanceof DataType.Map) {
      Column.MapView view = column.mapAt(row);
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < view.size(); i++) {
        map.put(value(view.keys(), i), value(view.values(), i));
      }
      return map;
    } else if (type instanceof DataType.Decimal) {
      BigDecimal decimal = column.decimalAt(row);
      column.copyUnscaled(
          row,
          (bytes, from, length) ->
              assertThat(Arrays.copyOfRange(bytes, from, from + length))
                  .isEqualTo(decimal.unscaledValue().toByteArray()));
      return decimal;
    } else if (type == DataType.Primitive.STRING || type == DataType.Primitive.BINARY) {
      column.copyBytes(
          row,
          (bytes, from, length) ->
              assertThat(Arrays.copyOfRange(bytes, from, from + length))
                  .isEqualTo(column.bytesAt(row)));
    }
    if (type == DataType.Primitive.STRING) {
      BytesSink same =
          (bytes, from, length) ->
              assertThat(Arrays.copyOfRange(bytes, from, from + length))
                  .isEqualTo(column.bytesAt(row));
      column.copyText(
          row,
          same,
          (bytes, from, length) -> {
            same.accept(bytes, from, length);
            assertThat(column.stringAt(row)).hasSize(length).matches("\\p{ASCII}*");
          });
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> column.booleanAt(row);
      case BYTE, SHORT, INTEGER, DATE -> column.intAt(row);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> column.longAt(row);
      case FLOAT -> column.floatAt(row);
      case DOUBLE -> column.doubleAt(row);
      case STRING -> column.stringAt(row);
      case BINARY -> ByteBuffer.wrap(column.bytesAt(row));
      case VARIANT -> throw new IllegalArgumentException("The file has no variants");
    };
  }

  private static List<Object> fields(Column struct, int size, int row) {
    List<Object> values = new ArrayList<>();
    IntStream.range(0, size).forEach(i -> values.add(value(struct.fieldAt(i), row)));
    return values;
  }

  private static List<Object> values(Column column, int size) {
    List<Object> values = new ArrayList<>();
    IntStream.range(0, size).forEach(i -> values.add(value(column, i)));
    return values;
  }
}
