package io.deltacdf.connect.source;

import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the version of the snapshot that {@code snapshot.request} asks for: the version of the
 * stored offset, so that the commits after it follow without a gap. If no commits follow, it is the
 * latest version.
 */
final class AdHocSnapshot implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(AdHocSnapshot.class);

  private final TableSession session;
  private final SourceOffset stored;
  private final String request;

  AdHocSnapshot(TableSession session, SourceOffset stored, String request) {
    this.session = session;
    this.stored = stored;
    this.request = request;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    TableSnapshot snapshot = select();
    LOG.info(
        "Table '{}': snapshot.request '{}' is applied at version {}",
        session.name(),
        request,
        snapshot.version());
    events.snapshotSelected(snapshot);
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

  private TableSnapshot select() {
    boolean commitsFollow =
        session.config().snapshotMode() != SnapshotMode.INITIAL_ONLY && stored.version() >= 0;
    return commitsFollow ? session.snapshotAt(stored) : session.latestSnapshot();
  }
}
