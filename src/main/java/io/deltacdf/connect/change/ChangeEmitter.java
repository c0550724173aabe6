package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes changes to a sink, each with its position. Leaves out those that are completed. */
@SuppressWarnings("NullAway.Init") // Set by sendTo and startFile, before the first change.
final class ChangeEmitter {
  private final Change change = new Change();
  private @Nullable Position completed;
  private ChangeSink sink;

  private int partition;
  private VersionPhase phase;
  private int fileIndex;
  private String file;

  private long unchangedRows;

  /** The position of the last change that the sink accepted. */
  private boolean accepted;

  private int acceptedPartition;
  private VersionPhase acceptedPhase;
  private int acceptedFileIndex;
  private String acceptedFile;
  private long acceptedRow;

  /**
   * @param completed the position of the last change that is completed; null if there is none
   */
  ChangeEmitter(@Nullable Position completed) {
    this.completed = completed;
  }

  void sendTo(ChangeSink newSink) {
    sink = newSink;
  }

  void startFile(int newPartition, VersionPhase newPhase, int newFileIndex, String newFile) {
    partition = newPartition;
    phase = newPhase;
    fileIndex = newFileIndex;
    file = newFile;
  }

  /** Drops the rows of the last change, which would keep their batches in memory. */
  void endBatch() {
    change.clear();
  }

  /** Whether all changes of a file in a phase are completed. */
  boolean isCompleted(int otherPartition, VersionPhase otherPhase, int otherFileIndex) {
    return completed != null
        && completed.covers(otherPartition, otherPhase, otherFileIndex, Long.MAX_VALUE);
  }

  /** Whether the change of a row of the current file is completed. */
  boolean isCompleted(ColumnBatch batch, int row) {
    return isCompleted(batch.position(row));
  }

  /** Counts a row that is left out because the commit does not change it. */
  void skipUnchanged() {
    unchangedRows++;
  }

  long unchangedRows() {
    return unchangedRows;
  }

  private boolean isCompleted(long row) {
    return completed != null && completed.covers(partition, phase, fileIndex, row);
  }

  /** Takes the changes that the sink accepted as completed, so that a pass can be repeated. */
  void completeAccepted() {
    completed = position().orElse(null);
  }

  /** Returns the position of the last change that is completed or that the sink accepted. */
  Optional<Position> position() {
    return accepted
        ? Optional.of(
            new Position(
                acceptedPartition, acceptedPhase, acceptedFileIndex, acceptedFile, acceptedRow))
        : Optional.ofNullable(completed);
  }

  void delete(ColumnBatch before, int beforeRow) throws InterruptedException {
    emit(Operation.DELETE, before, beforeRow, null, -1, before.position(beforeRow));
  }

  void preimage(ColumnBatch before, int beforeRow) throws InterruptedException {
    emit(Operation.PREIMAGE, before, beforeRow, null, -1, before.position(beforeRow));
  }

  void upsert(Operation operation, ColumnBatch after, int afterRow) throws InterruptedException {
    emit(operation, null, -1, after, afterRow, after.position(afterRow));
  }

  void update(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow)
      throws InterruptedException {
    emit(Operation.UPDATE, before, beforeRow, after, afterRow, after.position(afterRow));
  }

  private void emit(
      Operation operation,
      @Nullable ColumnBatch before,
      int beforeRow,
      @Nullable ColumnBatch after,
      int afterRow,
      long row)
      throws InterruptedException {
    if (isCompleted(row)) {
      return;
    }
    change.set(operation, before, beforeRow, after, afterRow);
    change.at(partition, phase, fileIndex, file, row);
    sink.accept(change);
    accepted = true;
    acceptedPartition = partition;
    acceptedPhase = phase;
    acceptedFileIndex = fileIndex;
    acceptedFile = file;
    acceptedRow = row;
  }
}
