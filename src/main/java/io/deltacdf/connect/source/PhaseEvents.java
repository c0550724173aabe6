package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;

/** The events that end a phase. Reporting one is the last thing that a phase does. */
interface PhaseEvents {
  /** The table was published before, and Connect has stored this offset. */
  void offsetFound(SourceOffset stored);

  /** Publishing starts with the first commit after a position. */
  void positionFound(LogPosition position);

  /**
   * Publishing starts with the first commit after a position whose timestamp is not earlier than
   * {@code notBefore}.
   *
   * @param notBefore milliseconds since the epoch
   */
  void positionFound(LogPosition position, long notBefore);

  /** A snapshot of this version has to be taken from its first row. */
  void snapshotSelected(TableSnapshot snapshot) throws InterruptedException;

  /**
   * An interrupted snapshot can be resumed.
   *
   * @param id the snapshot's id, which its records carry
   * @param from the position of the last row that was published
   */
  void snapshotResumable(TableSnapshot snapshot, String id, Position from);

  /** All rows of this snapshot are published. */
  void snapshotCompleted(TableSnapshot snapshot);

  /** The commit of the stored offset, which was published in part, is published completely. */
  void commitCompleted(SourceOffset stored);

  /** All versions up to {@code end.version} are published. */
  void endVersionReached();
}
