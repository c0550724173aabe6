package io.deltacdf.connect.testing.tables;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A data or cdc file on disk: the handle that commits take. Immutable; the {@code with} methods
 * give another view of the same file, as other writers would log it.
 */
public final class DataFile {
  private final Path location;
  private final String path;
  private final Map<String, String> partitionValues;
  private final List<Map<String, Object>> rows;
  private final long size;
  private final long modificationTime;
  private final boolean stats;

  DataFile(
      Path location,
      String path,
      Map<String, String> partitionValues,
      List<Map<String, Object>> rows,
      long size,
      long modificationTime,
      boolean stats) {
    this.location = location;
    this.path = path;
    this.partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
    this.rows = rows;
    this.size = size;
    this.modificationTime = modificationTime;
    this.stats = stats;
  }

  /** Where the file is on disk; two handles of one location are one file to the table's model. */
  public Path location() {
    return location;
  }

  /** The {@code path} of the log: percent-encoded, relative to the table or an absolute URI. */
  public String path() {
    return path;
  }

  /** Physical column name to text, null for null. */
  public Map<String, String> partitionValues() {
    return partitionValues;
  }

  /** In bytes, as logged. */
  public long size() {
    return size;
  }

  public int rowCount() {
    return rows.size();
  }

  /** The same file under another spelling of its path. */
  public DataFile withPath(String logPath) {
    return new DataFile(location, logPath, partitionValues, rows, size, modificationTime, stats);
  }

  /** The same file under its absolute URI, as a shallow clone logs it. */
  public DataFile withAbsolutePath() {
    return withPath(location.toUri().toString().replace("file:///", "file:/"));
  }

  /** The same file with other texts (or other keys) of its partition values. */
  public DataFile withPartitionValues(Map<String, String> values) {
    return new DataFile(location, path, values, rows, size, modificationTime, stats);
  }

  /** The same file with a size that may be wrong. */
  public DataFile withSize(long bytes) {
    return new DataFile(location, path, partitionValues, rows, bytes, modificationTime, stats);
  }

  /** Rows in physical form, partition columns and materialized columns included. */
  List<Map<String, Object>> rows() {
    return rows;
  }

  long modificationTime() {
    return modificationTime;
  }

  boolean hasStats() {
    return stats;
  }

  @Override
  public String toString() {
    return path + " (" + rows.size() + " rows)";
  }
}
