package io.deltacdf.connect.testing.tables;

/** What writers put into a remove action besides path, time and {@code dataChange}. */
public enum RemoveStyle {
  /** Extended file metadata, but partition values without those that are null: Spark. */
  SPARK,
  /** Extended file metadata, null partition values too. */
  FULL,
  /** Nothing: no partition values, no size. The protocol lets a writer do so. */
  MINIMAL
}
