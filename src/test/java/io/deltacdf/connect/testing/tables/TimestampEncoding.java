package io.deltacdf.connect.testing.tables;

/** The encoding of {@code timestamp} columns in a Parquet file, which depends on the writer. */
public enum TimestampEncoding {
  /** INT64 microseconds, adjusted to UTC. Spark with Delta and Delta Kernel use it. */
  MICROS,
  /**
   * INT64 milliseconds, adjusted to UTC; smaller units are lost. It is the default of some engines.
   */
  MILLIS,
  /**
   * INT64 milliseconds, not adjusted to UTC although the column is a {@code timestamp}. Trino uses
   * it.
   */
  MILLIS_LOCAL,
  /** INT96: the Julian day and nanoseconds. Old versions of Spark, Hive and Impala use it. */
  INT96
}
