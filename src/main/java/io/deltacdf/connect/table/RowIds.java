package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The row ids and row commit versions of a batch: the materialized value if the row has one,
 * otherwise the default of the file's action.
 */
final class RowIds {
  private final TableLocation table;
  private final ChangedFile file;
  private final @Nullable Column materializedIds;
  private final @Nullable Column materializedVersions;

  /**
   * @param materializedIds the LONG column of materialized row ids; null if the table has none
   * @param materializedVersions the same for row commit versions
   */
  RowIds(
      TableLocation table,
      ChangedFile file,
      @Nullable Column materializedIds,
      @Nullable Column materializedVersions) {
    this.table = table;
    this.file = file;
    this.materializedIds = materializedIds;
    this.materializedVersions = materializedVersions;
  }

  /**
   * @param position the row's physical position in the file
   */
  long id(int row, long position) {
    return materializedIds != null && !materializedIds.isNullAt(row)
        ? materializedIds.longAt(row)
        : value(file.rowIdDefaults().baseRowId(), "baseRowId") + position;
  }

  long commitVersion(int row) {
    return materializedVersions != null && !materializedVersions.isNullAt(row)
        ? materializedVersions.longAt(row)
        : value(file.rowIdDefaults().rowCommitVersion(), "defaultRowCommitVersion");
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
                    + " although row tracking is enabled, so its rows cannot be identified",
                null));
  }
}
