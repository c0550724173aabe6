package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.Optional;

/** Hands changes to a sink, each with its position; leaves out those that are done already. */
public final class ChangeEmitter {
  private final Change change = new Change();
  private Position from;
  private ChangeSink sink;
  private int partition;
  private VersionPhase phase;
  private int fileIndex;
  private String file;
  private int takenPartition;
  private VersionPhase takenPhase;
  private int takenFileIndex;
  private String takenFile;
  private long takenRow;

  /**
   * @param from the position up to which changes are done; null for none
   */
  ChangeEmitter(Position from) {
    this.from = from;
  }

  void to(ChangeSink newSink) {
    sink = newSink;
  }

  void startFile(Pass pass, int newFileIndex, String newFile) {
    partition = pass.partition();
    phase = pass.phase();
    fileIndex = newFileIndex;
    file = newFile;
  }

  /** Whether all that a pass publishes of a file is done. */
  boolean isDone(Pass pass, int otherFileIndex) {
    return from != null
        && from.covers(pass.partition(), pass.phase(), otherFileIndex, Long.MAX_VALUE);
  }

  /** Whether a new row is published, or left out since it was before. */
  boolean isDone(ColumnBatch batch, int row) {
    return isDone(batch.position(row));
  }

  private boolean isDone(long row) {
    return from != null && from.covers(partition, phase, fileIndex, row);
  }

  /** A pass that was not over comes again: goes on behind the last change that the sink took. */
  void goOn() {
    from = position().orElse(null);
  }

  /** The position of the last change that the sink took; where it started before the first. */
  Optional<Position> position() {
    return takenPhase == null
        ? Optional.ofNullable(from)
        : Optional.of(
            new Position(takenPartition, takenPhase, takenFileIndex, takenFile, takenRow));
  }

  void delete(ColumnBatch before, int beforeRow) throws InterruptedException {
    emit(Operation.DELETE, before, beforeRow, null, -1);
  }

  void preimage(ColumnBatch before, int beforeRow) throws InterruptedException {
    emit(Operation.PREIMAGE, before, beforeRow, null, -1);
  }

  public void upsert(Operation operation, ColumnBatch after, int afterRow)
      throws InterruptedException {
    emit(operation, null, -1, after, afterRow);
  }

  public void update(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow)
      throws InterruptedException {
    emit(Operation.UPDATE, before, beforeRow, after, afterRow);
  }

  private void emit(
      Operation operation, ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow)
      throws InterruptedException {
    long row = after != null ? after.position(afterRow) : before.position(beforeRow);
    if (isDone(row)) {
      return;
    }
    change.set(operation, before, beforeRow, after, afterRow);
    change.at(partition, phase, fileIndex, file, row);
    sink.accept(change);
    takenPartition = partition;
    takenPhase = phase;
    takenFileIndex = fileIndex;
    takenFile = file;
    takenRow = row;
  }
}
