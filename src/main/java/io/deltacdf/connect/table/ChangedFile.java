package io.deltacdf.connect.table;

import java.util.Map;
import java.util.Optional;

/**
 * A file that holds changes of a commit or rows of a snapshot, with the deletion vectors that
 * select some of its rows. {@link DeltaTable#read} reads the rows.
 */
public final class ChangedFile {
  /** Where a file's change types come from. */
  public enum Kind {
    /** A change file: each row names its own type. */
    CDC,
    /** Rows of an added file, or rows that a deletion vector gave back: inserts. */
    ADDED,
    /** Rows of a removed file, or rows that a deletion vector hid: deletes. */
    REMOVED
  }

  private final long version;
  private final Kind kind;
  private final String path;
  private final Map<String, String> partitionValues;
  private final long size;
  private final TableState state;
  private final Optional<DeletionVectors> deletionVectors;
  private final RowIdDefaults rowIdDefaults;

  public ChangedFile(
      long version,
      Kind kind,
      String path,
      Map<String, String> partitionValues,
      long size,
      TableState state,
      Optional<DeletionVectors> deletionVectors) {
    this(version, kind, path, partitionValues, size, state, deletionVectors, RowIdDefaults.NONE);
  }

  public ChangedFile(
      long version,
      Kind kind,
      String path,
      Map<String, String> partitionValues,
      long size,
      TableState state,
      Optional<DeletionVectors> deletionVectors,
      RowIdDefaults rowIdDefaults) {
    this.version = version;
    this.kind = kind;
    this.path = path;
    this.partitionValues = partitionValues;
    this.size = size;
    this.state = state;
    this.deletionVectors = deletionVectors;
    this.rowIdDefaults = rowIdDefaults;
  }

  /**
   * Whether the file may hold old rows (deletes, preimages), new rows (inserts, postimages), or
   * both. A change file may always hold both.
   */
  public boolean mayHoldOldRows() {
    return kind != Kind.ADDED;
  }

  public boolean mayHoldNewRows() {
    return kind != Kind.REMOVED;
  }

  /**
   * The path as the log has it: relative to the table or absolute, percent-encoded. Names the file
   * in offsets.
   */
  public String path() {
    return path;
  }

  /** The file's size in bytes. */
  public long size() {
    return size;
  }

  /**
   * The table as the file is read: the state before the commit for removed files, the state after
   * it for all others.
   */
  public TableState state() {
    return state;
  }

  Kind kind() {
    return kind;
  }

  Map<String, String> partitionValues() {
    return partitionValues;
  }

  Optional<DeletionVectors> deletionVectors() {
    return deletionVectors;
  }

  RowIdDefaults rowIdDefaults() {
    return rowIdDefaults;
  }

  /** The version whose commit names the file. */
  long version() {
    return version;
  }
}
