package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.RemoveStyle;
import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The properties of a table that do not change in its history.
 *
 * @param types the types of the columns that are not keys; the first is the type of the partition
 *     column if the table has one
 * @param rowGroupRows the number of rows in a row group
 * @param pageRows the number of rows in a page
 */
public record TableKind(
    KeyKind key,
    Partitioning partitioning,
    Mapping mapping,
    DeletionVectors deletionVectors,
    boolean rowTracking,
    boolean inCommitTimestamps,
    RemoveStyle removeStyle,
    int rowGroupRows,
    int pageRows,
    List<String> types) {
  /** The column by which the table is partitioned. */
  public enum Partitioning {
    NONE,
    DATA_COLUMN,
    LAST_KEY_COLUMN
  }

  /** The column mapping mode. */
  public enum Mapping {
    NONE,
    NAME,
    ID
  }

  /** The location of deletion vectors. With {@code NONE}, rows are deleted by rewriting files. */
  public enum DeletionVectors {
    NONE,
    UUID_FILE,
    ABSOLUTE_PATH,
    INLINE
  }

  TableKind withRowTracking() {
    return new TableKind(
        key,
        partitioning,
        mapping,
        deletionVectors,
        true,
        inCommitTimestamps,
        removeStyle,
        rowGroupRows,
        pageRows,
        types);
  }

  TableKind withKey(KeyKind other) {
    return new TableKind(
        other,
        partitioning,
        mapping,
        deletionVectors,
        rowTracking,
        inCommitTimestamps,
        removeStyle,
        rowGroupRows,
        pageRows,
        types);
  }

  boolean columnMapping() {
    return mapping != Mapping.NONE;
  }

  boolean hasDeletionVectors() {
    return deletionVectors != DeletionVectors.NONE;
  }

  /** Returns the columns of version 0: the key columns, then the others. */
  List<ModelColumn> columns() {
    List<ModelColumn> columns = new ArrayList<>();
    for (int i = 0; i < key.types().size(); i++) {
      columns.add(new ModelColumn(i, key.names().get(i), key.types().get(i)));
    }
    for (int i = 0; i < types.size(); i++) {
      columns.add(new ModelColumn(columns.size(), "c" + i, types.get(i)));
    }
    return columns;
  }

  /** Returns the id of the partition column; -1 if there is none. */
  int partitionColumn() {
    return switch (partitioning) {
      case NONE -> -1;
      case DATA_COLUMN -> key.types().size();
      case LAST_KEY_COLUMN -> key.types().size() - 1;
    };
  }

  /**
   * Writes version 0 to the disk.
   *
   * @param seed the seed of the table's id and of its file names
   */
  TestTable create(Path directory, long seed) {
    List<ModelColumn> columns = columns();
    TableBuilder builder =
        TestTable.at(directory)
            .schema(Schemas.text(columns))
            .changeDataFeed()
            .typeWidening()
            .seed(seed)
            .removeStyle(removeStyle)
            .files(files -> files.rowGroupRows(rowGroupRows).pageRows(pageRows));
    if (partitionColumn() >= 0) {
      builder.partitionedBy(columns.get(partitionColumn()).name());
    }
    if (columnMapping()) {
      builder.columnMapping(mapping == Mapping.NAME ? "name" : "id");
    }
    if (hasDeletionVectors()) {
      builder.deletionVectors(DeletionVectorStorage.valueOf(deletionVectors.name()));
    }
    if (rowTracking) {
      builder.rowTracking();
    }
    if (inCommitTimestamps) {
      builder.inCommitTimestamps();
    }
    return builder.create();
  }
}
