package io.deltacdf.connect.testing.tables;

/**
 * The optional fields of a remove action that writers set in addition to path, time and {@code
 * dataChange}.
 */
public enum RemoveStyle {
  /** Extended file metadata, but without the partition values that are null, as Spark writes it. */
  SPARK,
  /** Extended file metadata, including partition values that are null. */
  FULL,
  /** No optional fields, neither partition values nor a size. The protocol allows this. */
  MINIMAL
}
