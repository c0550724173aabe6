package io.deltacdf.connect.testing.tables;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The table at a version, as the replay of its commits results in it. */
final class TableState {
  private TableMetadata metadata;
  private TableProtocol protocol;
  private long rowIdHighWaterMark = -1;
  private final Map<Path, LiveFile> files = new LinkedHashMap<>();

  void apply(Commit commit) {
    for (TableAction action : commit.actions()) {
      if (action instanceof TableAction.Metadata change) {
        metadata = change.metadata();
      } else if (action instanceof TableAction.Protocol change) {
        protocol = change.protocol();
      }
    }
    // A commit may remove and add the same path, in any order. The file then stays in the table,
    // and
    // keeps its position.
    Set<Path> added =
        commit.actions(TableAction.Add.class).stream()
            .map(add -> add.file().file().location())
            .collect(Collectors.toSet());
    for (TableAction.Remove remove : commit.actions(TableAction.Remove.class)) {
      Path location = remove.file().file().location();
      if (!added.contains(location)) {
        files.remove(location);
      }
    }
    for (TableAction.Add add : commit.actions(TableAction.Add.class)) {
      LiveFile file = add.file();
      files.put(file.file().location(), file);
      if (file.baseRowId() != null) {
        rowIdHighWaterMark =
            Math.max(rowIdHighWaterMark, file.baseRowId() + file.file().rowCount() - 1);
      }
    }
  }

  TableMetadata metadata() {
    return metadata;
  }

  public TableProtocol protocol() {
    return protocol;
  }

  long rowIdHighWaterMark() {
    return rowIdHighWaterMark;
  }

  Collection<LiveFile> files() {
    return files.values();
  }

  /** Returns null if the table does not contain the file. */
  LiveFile file(DataFile file) {
    return files.get(file.location());
  }

  /** Returns the rows in the order of files and positions, by the names of the schema. */
  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (LiveFile file : files.values()) {
      for (Map<String, Object> row : file.rows()) {
        rows.add(RowMapper.toLogical(metadata.schema(), row));
      }
    }
    return rows;
  }
}
