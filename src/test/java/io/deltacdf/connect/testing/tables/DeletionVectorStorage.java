package io.deltacdf.connect.testing.tables;

/** The location of a deletion vector (protocol, "Deletion Vector Descriptor Schema"). */
public enum DeletionVectorStorage {
  /** In a file in the table's directory that is named by a UUID ({@code u}), as Spark writes it. */
  UUID_FILE("u"),
  /** In a file with an absolute path ({@code p}), as clones have it. */
  ABSOLUTE_PATH("p"),
  /** In the log itself ({@code i}). */
  INLINE("i");

  final String marker;

  DeletionVectorStorage(String marker) {
    this.marker = marker;
  }
}
