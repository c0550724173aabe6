package io.deltacdf.connect.config;

/** {@code unsafe.schema.change}: what to do at a change of types that consumers may misread. */
public enum UnsafeSchemaChange {
  /** The task fails before it publishes any record of the version. */
  FAIL,
  /** The version is published with its new schema, and a warning is logged. */
  PUBLISH
}
