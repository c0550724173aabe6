package io.deltacdf.connect.error;

/**
 * The stable names of the failures that a user may meet, as {@code docs/errors.md} lists them. A
 * code never changes its meaning; a message may.
 */
public enum ErrorCode {
  /** There is no Delta table at the path. */
  NOT_A_TABLE,
  /** The table needs a feature that this connector, or Delta Kernel, cannot read. */
  UNSUPPORTED_FEATURE,
  /** The table, or its files, are of a form that the protocol does not allow. */
  CORRUPT_TABLE,
  /** A commit file is listed but cannot be parsed. */
  CORRUPT_COMMIT,
  /** A data, change or deletion vector file that a commit names is gone. */
  FILE_MISSING,
  /** A data, change or deletion vector file cannot be read. */
  FILE_CORRUPT,
  /** A version between two others is missing in the log. */
  VERSION_MISSING,
  /** The log no longer reaches back to the version that is needed. */
  LOG_TRUNCATED,
  /** The table at the path is another one than the offset was stored for. */
  TABLE_REPLACED,
  /** A commit changes data while the change data feed is off. */
  CHANGE_FEED_OFF,
  /** A key column is in no schema of the table, or of a type that cannot be a key. */
  KEY_INVALID,
  /** A row has no value in a key column. */
  KEY_NULL,
  /** The schema changed in a way that the topic's consumers may misread. */
  UNSAFE_SCHEMA_CHANGE,
  /** A column cannot be published as configured. */
  COLUMN_UNSUPPORTED,
  /** A stored offset is not one of this connector, or does not fit the table. */
  OFFSET_INVALID,
  /** The start position lies outside the table's readable versions. */
  START_INVALID,
  /** No file system is here for the scheme of a path, such as {@code gs://}. */
  UNSUPPORTED_STORE,
  /** The store could not be reached, or answered with an error that may pass. */
  STORAGE,
  /** The store was reached and refused the connector's credentials or their rights. */
  ACCESS_DENIED,
  /** Something the connector did not expect: a fault of its own or of a library. */
  INTERNAL
}
