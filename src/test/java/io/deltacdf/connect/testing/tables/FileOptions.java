package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.DataType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The options of a writer of data and cdc files. The defaults are Spark's: Snappy, dictionaries,
 * one row group, hive-style partition directories, {@code numRecords} in the statistics.
 */
public final class FileOptions {
  int rowGroupRows = Integer.MAX_VALUE;
  int pageRows = 20_000;
  CompressionCodecName compression = CompressionCodecName.SNAPPY;
  boolean dictionary = true;
  TimestampEncoding timestamps = TimestampEncoding.MICROS;
  boolean partitionColumnsInFile;
  boolean stats = true;
  boolean footerStatistics = true;
  String directory;
  String fileName;
  final Map<String, String> partitionValues = new LinkedHashMap<>();
  final Map<String, String> parquetNames = new LinkedHashMap<>();
  final Map<String, ExtraColumn> extraColumns = new LinkedHashMap<>();

  record ExtraColumn(DataType type, Object value) {}

  FileOptions() {}

  /** Starts a new row group after this many rows. */
  public FileOptions rowGroupRows(int rows) {
    rowGroupRows = rows;
    return this;
  }

  /** Starts a new page after this many rows. */
  public FileOptions pageRows(int rows) {
    pageRows = rows;
    return this;
  }

  public FileOptions compression(CompressionCodecName codec) {
    compression = codec;
    return this;
  }

  public FileOptions dictionary(boolean on) {
    dictionary = on;
    return this;
  }

  public FileOptions timestamps(TimestampEncoding encoding) {
    timestamps = encoding;
    return this;
  }

  /** Also writes the partition columns into the file ({@code materializePartitionColumns}). */
  public FileOptions partitionColumnsInFile() {
    partitionColumnsInFile = true;
    return this;
  }

  /** Leaves the statistics, and with them {@code numRecords}, out of the add action. */
  public FileOptions noStats() {
    stats = false;
    return this;
  }

  /** Leaves the statistics of columns out of the Parquet footer. */
  public FileOptions noFooterStatistics() {
    footerStatistics = false;
    return this;
  }

  /**
   * The file's directory below the table's, as on disk (the log gets it percent-encoded), instead
   * of the one made from the partition values.
   */
  public FileOptions directory(String relativePath) {
    directory = relativePath;
    return this;
  }

  /** The file's name as on disk; the log gets it percent-encoded. */
  public FileOptions fileName(String name) {
    fileName = name;
    return this;
  }

  /**
   * The text of a partition value in the log, as an odd writer puts it ({@code
   * 2024-03-10T10:00:00.123456Z}, the empty string for null, …); the rows still hold the value.
   */
  public FileOptions partitionValue(String column, String text) {
    partitionValues.put(column, text);
    return this;
  }

  /** Names a top-level column otherwise in the file: column mapping by id must not care. */
  public FileOptions parquetName(String column, String name) {
    parquetNames.put(column, name);
    return this;
  }

  /** A physical column that the table does not have, with the same value in each row. */
  public FileOptions extraColumn(String name, String type, Object value) {
    DataType parsed = SchemaParser.type(type);
    extraColumns.put(name, new ExtraColumn(parsed, Values.canonical(parsed, value)));
    return this;
  }
}
