package io.deltacdf.connect.testing.tables;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Completes changed metadata with what a writer adds on its own: column ids and derived properties.
 */
final class MetadataChanges {
  private MetadataChanges() {}

  /**
   * @param before null if the table is created
   * @param timestamp the time of the commit, ms
   */
  static TableMetadata complete(
      TableMetadata before, TableMetadata changed, long version, long timestamp, TestTable table) {
    Map<String, String> properties = new LinkedHashMap<>();
    TableMetadata complete = changed;
    if (changed.columnMapping()) {
      boolean upgrade = before != null && !before.columnMapping();
      int maxId = Math.max(maxColumnId(changed), before == null ? 0 : maxColumnId(before));
      ColumnMappings.Assigned assigned =
          ColumnMappings.assign(changed.schema(), maxId, upgrade ? null : table::newUuid);
      properties.put(ColumnMappings.MAX_ID, String.valueOf(assigned.maxId()));
      complete = complete.withSchema(assigned.schema());
    }
    if (changed.isOn(RowTracking.ENABLED) && !RowTracking.hasColumns(changed)) {
      properties.putAll(RowTracking.columnProperties(table::newUuid));
    }
    if (before != null && turnedOn(TestTable.IN_COMMIT_TIMESTAMPS, before, changed)) {
      properties.put("delta.inCommitTimestampEnablementVersion", String.valueOf(version));
      properties.put("delta.inCommitTimestampEnablementTimestamp", String.valueOf(timestamp));
    }
    return complete.withProperties(properties);
  }

  private static int maxColumnId(TableMetadata metadata) {
    return Integer.parseInt(metadata.properties().getOrDefault(ColumnMappings.MAX_ID, "0"));
  }

  private static boolean turnedOn(String property, TableMetadata before, TableMetadata after) {
    return after.isOn(property) && (before == null || !before.isOn(property));
  }
}
