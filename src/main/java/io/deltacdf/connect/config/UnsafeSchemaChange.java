package io.deltacdf.connect.config;

/** {@code unsafe.schema.change}: what to do at a change that consumers may silently misread. */
public enum UnsafeSchemaChange {
  /** The task fails before any record of the version. */
  FAIL,
  /** The version is published under the new schema, with a warning. */
  PUBLISH
}
