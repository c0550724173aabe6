package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Formats the history of a table for messages: its commits, each with its actions and their rows.
 *
 * <pre>
 * 2 MERGE
 *   cdc update_preimage{id=1, s=a} update_postimage{id=1, s=b}
 *   remove file1 {id=1, s=a} {id=2, s=b}
 *   add file2 {id=1, s=b} {id=2, s=b}
 * </pre>
 */
public final class TableText {
  private final Map<Path, String> names = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private TableText() {}

  public static String of(TestTable table) {
    TableText text = new TableText();
    text.text.append("partitioned by ").append(table.metadata().partitionColumns());
    text.text.append(", ").append(table.metadata().properties()).append('\n');
    for (long version = 0; version <= table.version(); version++) {
      text.append(
          table.commitAt(version),
          table.schemaAt(Math.max(0, version - 1)),
          table.schemaAt(version));
    }
    return text.text.toString();
  }

  private void append(Commit commit, StructType before, StructType after) {
    text.append(commit.version()).append(' ').append(commit.operation()).append('\n');
    for (TableAction action : commit.actions()) {
      text.append("  ");
      if (action instanceof TableAction.Metadata) {
        text.append("metaData ").append(schema(after));
      } else if (action instanceof TableAction.Cdc cdc) {
        StructType schema = RowMapper.withChangeType(after);
        text.append("cdc ")
            .append(
                cdc.file().rows().stream()
                    .map(row -> change(row(schema, row)))
                    .collect(Collectors.joining(" ")));
      } else if (action instanceof TableAction.Add add) {
        text.append(add.dataChange() ? "add " : "add (no data change) ");
        file(add.file(), after);
      } else if (action instanceof TableAction.Remove remove) {
        text.append(remove.dataChange() ? "remove " : "remove (no data change) ");
        file(remove.file(), before);
      } else {
        text.append("protocol");
      }
      text.append('\n');
    }
  }

  private static String schema(StructType schema) {
    return schema.fields().stream()
        .map(
            field ->
                field.getName()
                    + ":"
                    + field.getDataType()
                    + (field.isNullable() ? "" : " not null"))
        .collect(Collectors.joining(", "));
  }

  private static String change(Map<String, Object> row) {
    Object type = row.remove(TestTable.CHANGE_TYPE);
    return type + "" + row;
  }

  private void file(LiveFile file, StructType schema) {
    Path location = file.file().location();
    text.append(names.computeIfAbsent(location, path -> "file" + (names.size() + 1)));
    List<Map<String, Object>> rows = file.file().rows();
    for (int i = 0; i < rows.size(); i++) {
      boolean deleted = file.deleted().rows().contains((long) i);
      text.append(deleted ? " deleted" : " ").append(row(schema, rows.get(i)));
    }
  }

  private static Map<String, Object> row(StructType schema, Map<String, Object> physical) {
    Map<String, Object> row = RowMapper.toLogical(schema, physical);
    row.replaceAll((name, value) -> value instanceof ByteBuffer bytes ? hex(bytes) : value);
    return row;
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
