package io.deltacdf.connect.testing.tables;

/** Where a deletion vector is kept (protocol, "Deletion Vector Descriptor Schema"). */
public enum DeletionVectorStorage {
  /** In a file of the table's directory, named by a UUID ({@code u}): Spark. */
  UUID_FILE("u"),
  /** In a file given by its absolute path ({@code p}): clones. */
  ABSOLUTE_PATH("p"),
  /** In the log itself ({@code i}). */
  INLINE("i");

  final String marker;

  DeletionVectorStorage(String marker) {
    this.marker = marker;
  }
}
