package io.deltacdf.connect.testing.tables;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A data or cdc file on disk, which commits refer to. It is immutable; the {@code with} methods
 * return another view of the same file, as other writers would log it.
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

  /**
   * Returns the location of the file on disk. Two objects with the same location are the same file
   * to the table's model.
   */
  public Path location() {
    return location;
  }

  /**
   * Returns the {@code path} of the log: percent-encoded, relative to the table or an absolute URI.
   */
  public String path() {
    return path;
  }

  /** Returns the partition values as text by physical column name; null stands for null. */
  public Map<String, String> partitionValues() {
    return partitionValues;
  }

  /** Returns the size in bytes, as logged. */
  public long size() {
    return size;
  }

  public int rowCount() {
    return rows.size();
  }

  /** Returns the same file with another spelling of its path. */
  public DataFile withPath(String logPath) {
    return new DataFile(location, logPath, partitionValues, rows, size, modificationTime, stats);
  }

  /** Returns the same file with its absolute URI as the path, as a shallow clone logs it. */
  public DataFile withAbsolutePath() {
    return withPath(location.toUri().toString().replace("file:///", "file:/"));
  }

  /** Returns the same file with other text forms (or other keys) of its partition values. */
  public DataFile withPartitionValues(Map<String, String> values) {
    return new DataFile(location, path, values, rows, size, modificationTime, stats);
  }

  /** Returns the same file with a size that may be wrong. */
  public DataFile withSize(long bytes) {
    return new DataFile(location, path, partitionValues, rows, bytes, modificationTime, stats);
  }

  /** Returns the rows in physical form, including partition columns and materialized columns. */
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
