package io.deltacdf.connect.testing.tables;

/** How a Parquet file holds {@code timestamp} columns; writers differ. */
public enum TimestampEncoding {
  /** INT64 microseconds, adjusted to UTC: Spark with Delta, Delta Kernel. */
  MICROS,
  /** INT64 milliseconds, adjusted to UTC: some engines' default. Digits below are cut off. */
  MILLIS,
  /** INT64 milliseconds, not adjusted to UTC though the column is a {@code timestamp}: Trino. */
  MILLIS_LOCAL,
  /** INT96 Julian day and nanoseconds: old Spark, Hive, Impala. */
  INT96
}
