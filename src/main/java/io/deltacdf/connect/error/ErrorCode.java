package io.deltacdf.connect.error;

/**
 * The stable codes of the failures that a user may see. {@code docs/errors.md} lists them. A code
 * never changes its meaning; the message of a failure may.
 */
public enum ErrorCode {
  /** There is no Delta table at the path. */
  NOT_A_TABLE,
  /** The table uses a feature that this connector, or Delta Kernel, cannot read. */
  UNSUPPORTED_FEATURE,
  /** The table or its files violate the Delta protocol. */
  CORRUPT_TABLE,
  /** A commit file exists but cannot be parsed, or is not complete. */
  CORRUPT_COMMIT,
  /** A checkpoint is damaged, and the log does not reach back far enough to be read without it. */
  CHECKPOINT_CORRUPT,
  /** A data file, change file or deletion vector file of a commit no longer exists. */
  FILE_MISSING,
  /** A data file, change file or deletion vector file cannot be read. */
  FILE_CORRUPT,
  /** A version is missing in the middle of the log. */
  VERSION_MISSING,
  /** The log no longer contains the version to continue from. */
  LOG_TRUNCATED,
  /** The table at the path is not the one that the offset was stored for. */
  TABLE_REPLACED,
  /** A commit that was published has other content now. */
  COMMIT_REWRITTEN,
  /** A commit changed data while the change data feed was off. */
  CHANGE_FEED_OFF,
  /** A key column does not exist in the table, or its type cannot be a key. */
  KEY_INVALID,
  /** A row has no value in a key column. */
  KEY_NULL,
  /** The schema changed in a way that consumers of the topic may misread. */
  UNSAFE_SCHEMA_CHANGE,
  /** A column cannot be published as configured. */
  COLUMN_UNSUPPORTED,
  /** A stored offset was not written by this connector, or does not match the table. */
  OFFSET_INVALID,
  /** The start position is outside the versions of the table that can be read. */
  START_INVALID,
  /** No file system is installed for the scheme of a path, such as {@code gs://}. */
  UNSUPPORTED_STORE,
  /** The log names a file in a place that the table may not be read from. */
  PATH_NOT_ALLOWED,
  /** The store could not be reached, or returned an error that may be temporary. */
  STORAGE,
  /** The store rejected the connector's credentials, or they lack a permission. */
  ACCESS_DENIED,
  /** An unexpected failure: a bug of the connector or of a library. */
  INTERNAL
}
