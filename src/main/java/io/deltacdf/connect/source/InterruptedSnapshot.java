package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the row after which an interrupted snapshot resumes, if it can be resumed. */
final class InterruptedSnapshot implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(InterruptedSnapshot.class);

  private final TableSession session;
  private final SourceOffset stored;
  private final String id;

  /**
   * @param id the id of the snapshot that the offset lies in
   */
  InterruptedSnapshot(TableSession session, SourceOffset stored, String id) {
    this.session = session;
    this.stored = stored;
    this.id = id;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    TableSnapshot snapshot = session.snapshotAt(stored);
    Position position = session.resumePosition(stored, snapshot.files());
    if (position != null) {
      events.snapshotResumable(snapshot, id, position);
    } else {
      LOG.warn(
          "Table '{}': the stored position in the snapshot of version {} was made with other"
              + " options or by another release; the snapshot starts again",
          session.name(),
          stored.version());
      events.snapshotSelected(snapshot);
    }
    return Progress.MORE;
  }

  @Override
  public void requireSameTable() {
    session.table().requireSameTable(TableSession.knownBy(stored));
  }

  @Override
  public Optional<LogPosition> reached() {
    return Optional.of(TableSession.knownBy(stored));
  }
}
