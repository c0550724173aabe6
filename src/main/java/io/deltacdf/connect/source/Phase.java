package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;

/**
 * A phase of a table's life. It works in steps of bounded size and does not know which phase comes
 * next: see {@link TableLifecycle}.
 */
sealed interface Phase extends AutoCloseable
    permits AdHocSnapshot,
        Completed,
        InitialPosition,
        InterruptedCommit,
        InterruptedSnapshot,
        Resnapshot,
        Snapshotting,
        Streaming {
  /**
   * Does the next piece of work. The last step of a phase reports one event.
   *
   * @throws DeltaCdfException if the step failed; after a retriable failure the next step resumes
   *     where this one stopped
   * @throws InterruptedException if the thread was interrupted; the phase can only be closed then
   */
  Progress step(PhaseEvents events) throws InterruptedException;

  /**
   * Checks that the table that this phase reads is still at its path.
   *
   * @throws DeltaCdfException TABLE_REPLACED, COMMIT_REWRITTEN or NOT_A_TABLE if it is not, or
   *     another failure if it is not known
   */
  default void requireSameTable() {}

  /** Returns up to where the log was read, or empty if this phase does not know the table yet. */
  default Optional<LogPosition> reached() {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
