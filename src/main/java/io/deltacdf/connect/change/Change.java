package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one commit did to one row. A change is a view of the batches that its rows were read from,
 * and the same instance is reused for the next change.
 */
@SuppressWarnings("NullAway.Init") // Both set and at are called before a change is published.
public final class Change {
  private Operation operation;
  private @Nullable ColumnBatch before;
  private int beforeRow;
  private @Nullable ColumnBatch after;
  private int afterRow;
  private int partition;
  private VersionPhase phase;
  private int fileIndex;
  private String file;
  private long row;

  Change() {}

  void set(
      Operation operation,
      @Nullable ColumnBatch before,
      int beforeRow,
      @Nullable ColumnBatch after,
      int afterRow) {
    this.operation = operation;
    this.before = before;
    this.beforeRow = beforeRow;
    this.after = after;
    this.afterRow = afterRow;
  }

  void clear() {
    before = null;
    after = null;
  }

  void at(int partition, VersionPhase phase, int fileIndex, String file, long row) {
    this.partition = partition;
    this.phase = phase;
    this.fileIndex = fileIndex;
    this.file = file;
    this.row = row;
  }

  public Operation operation() {
    return operation;
  }

  /**
   * Returns the batch with the row before the change, or null. Deletes and preimages always have
   * it; creates and reads never do. That of a delete may have the key columns only, unless {@link
   * CommitOptions#includeBefore} asks for whole rows.
   *
   * <p>An update has it if its preimage directly precedes it in the file. With {@link
   * CommitOptions#includeBefore} it also has it if the commit contains its preimage elsewhere and
   * changes are consolidated by key or derived by row id. It is null
   *
   * <ul>
   *   <li>if the writer did not write the preimage;
   *   <li>if the commit has several preimages or several postimages of the key, because then it is
   *       not known which postimage replaces which preimage;
   *   <li>if changes are neither consolidated by key nor derived by row id, and the table has no
   *       key, the preimage does not directly precede the update, or {@link
   *       CommitOptions#includeBefore} is false.
   * </ul>
   *
   * <p>The batch may have the schema before the commit. Its {@link ColumnBatch#position} throws an
   * {@link IllegalStateException} if the position is not known.
   */
  public @Nullable ColumnBatch before() {
    return before;
  }

  public int beforeRow() {
    return beforeRow;
  }

  /** Returns the batch with the row after the change; null for deletes and preimages. */
  public @Nullable ColumnBatch after() {
    return after;
  }

  public int afterRow() {
    return afterRow;
  }

  /** Returns the batch with the row after the change or, without one, the row before it. */
  public ColumnBatch keyBatch() {
    return after != null ? after : Objects.requireNonNull(before);
  }

  public int keyRow() {
    return after != null ? afterRow : beforeRow;
  }

  /** Returns the position at which to resume the version after this change. */
  public Position position() {
    return new Position(partition, phase, fileIndex, file, row);
  }
}
