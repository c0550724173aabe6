package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.DataType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The options for writing data and cdc files. The defaults are Spark's: Snappy compression,
 * dictionaries, one row group, hive-style partition directories, and {@code numRecords} in the
 * statistics.
 */
public final class FileOptions {
  int rowGroupRows = Integer.MAX_VALUE;
  int pageRows = 20_000;
  boolean pagesV2;
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

  /** Writes version 2 of data pages, and the encodings that come with it. */
  public FileOptions pagesV2() {
    pagesV2 = true;
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

  /** Writes the partition columns into the file as well ({@code materializePartitionColumns}). */
  public FileOptions partitionColumnsInFile() {
    partitionColumnsInFile = true;
    return this;
  }

  /** Omits the statistics, including {@code numRecords}, from the add action. */
  public FileOptions noStats() {
    stats = false;
    return this;
  }

  /** Omits the column statistics from the Parquet footer. */
  public FileOptions noFooterStatistics() {
    footerStatistics = false;
    return this;
  }

  /**
   * Sets the directory of the file below the table's directory, as it is on disk, in place of the
   * directory that follows from the partition values. The log gets it percent-encoded.
   */
  public FileOptions directory(String relativePath) {
    directory = relativePath;
    return this;
  }

  /** Sets the name of the file as it is on disk; the log gets it percent-encoded. */
  public FileOptions fileName(String name) {
    fileName = name;
    return this;
  }

  /**
   * Sets the text of a partition value in the log to one that an unusual writer may use, such as
   * {@code 2024-03-10T10:00:00.123456Z}, an empty string for null, and so on. The rows of the model
   * are not affected.
   */
  public FileOptions partitionValue(String column, String text) {
    partitionValues.put(column, text);
    return this;
  }

  /** Gives a top-level column another name in the file, which column mapping by id must ignore. */
  public FileOptions parquetName(String column, String name) {
    parquetNames.put(column, name);
    return this;
  }

  /** Adds a physical column that the table does not have, with the same value in each row. */
  public FileOptions extraColumn(String name, String type, Object value) {
    DataType parsed = SchemaParser.type(type);
    extraColumns.put(name, new ExtraColumn(parsed, Values.canonical(parsed, value)));
    return this;
  }
}
