package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats changes as texts such as {@code UPDATE 1,a -> 1,b}, and says what to read of them. */
final class ChangeTexts {
  private ChangeTexts() {}

  /** Takes the first columns as the key, and reads only the key of deleted rows. */
  static ReadColumns keyFirst(int keys) {
    return new ReadColumns() {
      @Override
      public KeyColumns key(TableSchema schema) {
        return new KeyColumns(IntStream.range(0, keys).boxed().toList());
      }

      @Override
      public int[] wholeRows(TableSchema schema) {
        return IntStream.range(0, schema.size()).toArray();
      }

      @Override
      public int[] deletedRows(TableSchema schema) {
        return IntStream.range(0, keys).toArray();
      }
    };
  }

  /** Like {@link #keyFirst}, but reads deleted rows whole. */
  static ReadColumns wholeDeletes(int keys) {
    ReadColumns columns = keyFirst(keys);
    return new ReadColumns() {
      @Override
      public KeyColumns key(TableSchema schema) {
        return columns.key(schema);
      }

      @Override
      public int[] wholeRows(TableSchema schema) {
        return columns.wholeRows(schema);
      }

      @Override
      public int[] deletedRows(TableSchema schema) {
        return columns.wholeRows(schema);
      }
    };
  }

  static List<String> texts(VersionChanges changes) throws InterruptedException {
    List<String> texts = new ArrayList<>();
    try (changes) {
      while (changes.next(change -> texts.add(text(change)))) {}
    }
    return texts;
  }

  static List<Position> positions(VersionChanges changes) throws InterruptedException {
    List<Position> positions = new ArrayList<>();
    try (changes) {
      while (changes.next(change -> positions.add(change.position()))) {}
    }
    return positions;
  }

  static String text(Change change) {
    String before = row(change.before(), change.beforeRow());
    String after = row(change.after(), change.afterRow());
    return change.operation()
        + " "
        + (before == null ? after : after == null ? before : before + " -> " + after);
  }

  private static String row(ColumnBatch batch, int row) {
    if (batch == null) {
      return null;
    }
    return IntStream.range(0, batch.schema().size())
        .mapToObj(
            ordinal -> {
              try {
                return value(batch.column(ordinal), row);
              } catch (IllegalStateException notRead) {
                return "?";
              }
            })
        .collect(Collectors.joining(","));
  }

  private static String value(Column column, int row) {
    if (column.isNullAt(row)) {
      return "null";
    }
    return column.type() == DataType.Primitive.STRING
        ? column.stringAt(row)
        : String.valueOf(column.longAt(row));
  }
}
