package io.deltacdf.connect.table;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds changes of a commit or rows of a snapshot, with the deletion vectors that
 * select some of its rows. {@link DeltaTable#read} reads the rows.
 */
public final class ChangedFile {
  /** What determines the change types of a file's rows. */
  public enum Kind {
    /** A change file: each row has its own change type. */
    CDC,
    /** The rows of an added file, or rows that a deletion vector restored: inserts. */
    ADDED,
    /** The rows of a removed file, or rows that a deletion vector removed: deletes. */
    REMOVED
  }

  private final long version;
  private final Kind kind;
  private final String path;
  private final @Nullable Map<String, String> partitionValues;
  private final long size;
  private final TableState state;
  private final Optional<DeletionVectors> deletionVectors;
  private final RowIdDefaults rowIdDefaults;

  /** Creates a file whose action has no defaults of row ids; the parameters are as below. */
  public ChangedFile(
      long version,
      Kind kind,
      String path,
      @Nullable Map<String, String> partitionValues,
      long size,
      TableState state,
      Optional<DeletionVectors> deletionVectors) {
    this(version, kind, path, partitionValues, size, state, deletionVectors, RowIdDefaults.NONE);
  }

  /**
   * Creates a file.
   *
   * @param version the version whose commit names the file
   * @param path the path as the log has it
   * @param partitionValues by physical name; null if the action does not state them
   * @param size in bytes; -1 if the action does not state it
   * @param state the table as the file is read
   */
  public ChangedFile(
      long version,
      Kind kind,
      String path,
      @Nullable Map<String, String> partitionValues,
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

  /** Whether the file may hold deletes or preimages, as every change file may. */
  public boolean mayHoldPreimages() {
    return kind != Kind.ADDED;
  }

  /** Whether the file may hold inserts or postimages, as every change file may. */
  public boolean mayHoldPostimages() {
    return kind != Kind.REMOVED;
  }

  /**
   * The path as the log has it: relative to the table or absolute, and percent-encoded. Offsets
   * name the file by it.
   */
  public String path() {
    return path;
  }

  /** The file's size in bytes, or -1 if the log does not state it. */
  public long size() {
    return size;
  }

  /**
   * The state of the table that the file is read with: for removed files the state before the
   * commit, for all others the state after it.
   */
  public TableState state() {
    return state;
  }

  Kind kind() {
    return kind;
  }

  /** The partition values by physical name; null if the action does not state them. */
  public @Nullable Map<String, String> partitionValues() {
    return partitionValues;
  }

  public Optional<DeletionVectors> deletionVectors() {
    return deletionVectors;
  }

  public RowIdDefaults rowIdDefaults() {
    return rowIdDefaults;
  }

  /** The version whose commit names the file. */
  long version() {
    return version;
  }
}
