package io.deltacdf.connect.testing.tables;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Delta's row tracking (protocol, "Row Tracking"). The id of a row is its materialized id; without
 * one, it is the base row id of the file plus the position of the row. The commit version of a row
 * is determined in the same way.
 */
final class RowTracking {
  static final String ENABLED = "delta.enableRowTracking";
  static final String DOMAIN = "delta.rowTracking";
  private static final String ROW_ID = "delta.rowTracking.materializedRowIdColumnName";
  private static final String ROW_VERSION =
      "delta.rowTracking.materializedRowCommitVersionColumnName";

  private RowTracking() {}

  /** Returns the properties that name the materialized columns. */
  static Map<String, String> columnProperties(Supplier<UUID> uuids) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(ROW_ID, "_row-id-col-" + uuids.get());
    properties.put(ROW_VERSION, "_row-commit-version-col-" + uuids.get());
    return properties;
  }

  static boolean hasColumns(TableMetadata metadata) {
    return metadata.properties().containsKey(ROW_ID);
  }

  /**
   * Returns the physical names of the materialized row id and row commit version; empty if row
   * tracking is off.
   */
  static List<String> materializedColumns(TableMetadata metadata) {
    return metadata.isOn(ENABLED)
        ? List.of(metadata.properties().get(ROW_ID), metadata.properties().get(ROW_VERSION))
        : List.of();
  }

  /**
   * Returns {@code rewritten} with the identity of the row at {@code index} of {@code file}. It
   * keeps the row id, and also the commit version if the row was only copied.
   */
  static Map<String, Object> keepIdentity(
      TableMetadata metadata,
      LiveFile file,
      int index,
      Map<String, Object> rewritten,
      boolean copied) {
    List<String> columns = materializedColumns(metadata);
    if (columns.isEmpty() || file.baseRowId() == null) {
      return rewritten;
    }
    Map<String, Object> row = new LinkedHashMap<>(rewritten);
    row.put(columns.get(0), rowId(metadata, file, index));
    row.put(columns.get(1), copied ? rowVersion(metadata, file, index) : null);
    return row;
  }

  static Long rowId(TableMetadata metadata, LiveFile file, int index) {
    Object id = file.file().rows().get(index).get(materializedColumns(metadata).get(0));
    return id == null ? Long.valueOf(file.baseRowId() + index) : (Long) id;
  }

  static Long rowVersion(TableMetadata metadata, LiveFile file, int index) {
    Object version = file.file().rows().get(index).get(materializedColumns(metadata).get(1));
    return version == null ? file.rowCommitVersion() : (Long) version;
  }

  /** Returns the rows of a version by row id. */
  static Map<Long, TrackedRow> rows(TableState state) {
    TableMetadata metadata = state.metadata();
    Map<Long, TrackedRow> rows = new TreeMap<>();
    for (LiveFile file : state.files()) {
      for (int i = 0; i < file.file().rowCount(); i++) {
        if (!file.deleted().rows().contains((long) i)) {
          Map<String, Object> row =
              RowMapper.toLogical(metadata.schema(), file.file().rows().get(i));
          Long version = rowVersion(metadata, file, i);
          rows.put(rowId(metadata, file, i), new TrackedRow(version, row));
        }
      }
    }
    return rows;
  }

  static String highWaterMark(long rowId) {
    return "{\"rowIdHighWaterMark\":" + rowId + ",\"domainName\":\"" + DOMAIN + "\"}";
  }
}
