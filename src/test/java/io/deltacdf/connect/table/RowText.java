package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/** Formats rows as short text, such as {@code insert id=1 name=a}, for expectations of tests. */
public final class RowText {
  private RowText() {}

  /** Returns all changes from version {@code from} on, each with its version as a prefix. */
  public static List<String> changes(DeltaTable table, long from) {
    List<String> rows = new ArrayList<>();
    try (CommitLog log = table.follow(LogPosition.before(from))) {
      for (Commit commit = log.next(); commit != null; commit = log.next()) {
        String version = "v" + commit.version() + " ";
        rows(table, commit.files()).forEach(row -> rows.add(version + row));
      }
    }
    return rows;
  }

  /** Returns the rows of a snapshot, without their change type. */
  public static List<String> snapshot(DeltaTable table, TableSnapshot snapshot) {
    return rows(table, snapshot.files()).stream()
        .map(row -> row.substring(row.indexOf(' ') + 1))
        .toList();
  }

  /** Returns the rows of files with their change types. */
  public static List<String> rows(DeltaTable table, List<ChangedFile> files) {
    List<String> rows = new ArrayList<>();
    for (ChangedFile file : files) {
      int[] ordinals = IntStream.range(0, file.state().schema().size()).toArray();
      try (BatchReader reader = table.read(file, ordinals)) {
        for (ColumnBatch batch = reader.next(); batch != null; batch = reader.next()) {
          for (int row = 0; row < batch.size(); row++) {
            if (batch.isSelected(row)) {
              rows.add(batch.changeType(row).text() + text(batch, ordinals, row));
            }
          }
        }
      }
    }
    return rows;
  }

  private static String text(ColumnBatch batch, int[] ordinals, int row) {
    StringBuilder text = new StringBuilder();
    for (int ordinal : ordinals) {
      text.append(' ').append(batch.schema().fields().get(ordinal).name()).append('=');
      text.append(value(batch.column(ordinal), row));
    }
    return text.toString();
  }

  private static String value(Column column, int row) {
    if (column.isNullAt(row)) {
      return "null";
    }
    DataType type = column.type();
    if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BOOLEAN -> String.valueOf(column.booleanAt(row));
        case BYTE, SHORT, INTEGER, DATE, LONG, TIMESTAMP, TIMESTAMP_NTZ ->
            String.valueOf(column.longAt(row));
        case FLOAT -> String.valueOf(column.floatAt(row));
        case DOUBLE -> String.valueOf(column.doubleAt(row));
        case STRING, VARIANT -> column.stringAt(row);
        case BINARY -> Base64.getEncoder().encodeToString(column.bytesAt(row));
      };
    } else if (type instanceof DataType.Decimal) {
      return column.decimalAt(row).toPlainString();
    } else if (type instanceof DataType.Struct struct) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < struct.fields().size(); i++) {
        fields.add(struct.fields().get(i).name() + ":" + value(column.fieldAt(i), row));
      }
      return "{" + String.join(",", fields) + "}";
    } else if (type instanceof DataType.Array) {
      return elements(column.arrayAt(row).elements(), column.arrayAt(row).size()).toString();
    }
    Column.MapView map = column.mapAt(row);
    List<String> keys = elements(map.keys(), map.size());
    List<String> values = elements(map.values(), map.size());
    return IntStream.range(0, map.size())
        .mapToObj(i -> keys.get(i) + "->" + values.get(i))
        .toList()
        .toString();
  }

  private static List<String> elements(Column elements, int size) {
    return IntStream.range(0, size).mapToObj(i -> value(elements, i)).toList();
  }
}
