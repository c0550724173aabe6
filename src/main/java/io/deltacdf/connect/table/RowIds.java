package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import java.util.OptionalLong;

/**
 * The row ids and row commit versions of a batch: the materialized value where the row has one,
 * else the default of the file's action.
 */
final class RowIds {
  private final TableLocation table;
  private final ChangedFile file;
  private final Column materializedIds;
  private final Column materializedVersions;

  /**
   * @param materializedIds the LONG column of materialized row ids; null where the table has none
   * @param materializedVersions likewise of row commit versions
   */
  RowIds(
      TableLocation table, ChangedFile file, Column materializedIds, Column materializedVersions) {
    this.table = table;
    this.file = file;
    this.materializedIds = materializedIds;
    this.materializedVersions = materializedVersions;
  }

  /**
   * @param position the row's physical position in the file
   */
  long id(int row, long position) {
    return has(materializedIds, row)
        ? materializedIds.longAt(row)
        : value(file.rowIdDefaults().baseRowId(), "baseRowId") + position;
  }

  long commitVersion(int row) {
    return has(materializedVersions, row)
        ? materializedVersions.longAt(row)
        : value(file.rowIdDefaults().rowCommitVersion(), "defaultRowCommitVersion");
  }

  private static boolean has(Column column, int row) {
    return column != null && !column.isNullAt(row);
  }

  private long value(OptionalLong value, String name) {
    return value.orElseThrow(
        () ->
            TableErrors.corruptTable(
                table,
                file.version(),
                "the action for "
                    + file.path()
                    + " lacks "
                    + name
                    + ", though row tracking is on, so its rows cannot be told apart",
                null));
  }
}
