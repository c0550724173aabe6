package io.deltacdf.connect.source;

import io.deltacdf.connect.config.PathPolicy;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.Activity;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the position at which a table starts: its stored offset, or else what {@code start.*} says,
 * or else what {@code snapshot.mode} says.
 *
 * <p>If it is the newest version, nothing is published before the version is stored as the table's
 * offset. Otherwise, after a crash, the next start would begin at a newer version, and the changes
 * in between would never be published.
 *
 * <p>If commits are marked, nothing is published before the plan hash is stored. Otherwise, if
 * options have changed at the next start, other events could follow under the same id. (A snapshot
 * has no markers, and after a crash before its position is stored, a newer one is taken.)
 */
final class InitialPosition implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(InitialPosition.class);

  /** How often to warn of a table that is awaited. */
  private static final long WARNING_INTERVAL_NANOS = TimeUnit.HOURS.toNanos(1);

  private final TableSession session;
  private final VersionPublisher publisher;
  private final @Nullable SourceOffset stored;
  private @Nullable LogPosition pinned;
  private boolean reported;
  private boolean warned;
  private long lastWarning;

  InitialPosition(TableSession session, VersionPublisher publisher, @Nullable SourceOffset stored) {
    this.session = session;
    this.publisher = publisher;
    this.stored = stored;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    if (stored != null) {
      return resume(stored, events);
    }
    if (pinned != null) {
      return await(pinned, events);
    }
    try {
      return findStart(events);
    } catch (DeltaCdfException e) {
      if (e.code() != ErrorCode.NOT_A_TABLE
          || session.config().pathPolicy().missing() != PathPolicy.Missing.WAIT) {
        throw e;
      }
      warnOfMissingTable(e);
      session.metrics().looked();
      session.metrics().setActivity(Activity.WAITING);
      return Progress.IDLE;
    }
  }

  private Progress resume(SourceOffset offset, PhaseEvents events) {
    SourceOffset marked = publisher.mark(offset);
    if (!reported) {
      reported = true;
      // A heartbeat with the stored offset shows at once whether heartbeats can be written.
      publisher.setUnreportedOffset(marked);
    }
    if (!marked.equals(offset) && !session.offsets().isSettled(session.name(), marked)) {
      return Progress.WAITING;
    }
    events.offsetFound(marked);
    return Progress.MORE;
  }

  /** Starts at a position, if commits are marked only when it is stored. */
  private Progress start(LogPosition position, PhaseEvents events) {
    report(position);
    if (publisher.marksCommits()) {
      pinned = position;
      return await(position, events);
    }
    events.positionFound(position);
    return Progress.MORE;
  }

  /** Goes on when a position is stored as the offset of the table. */
  private Progress await(LogPosition position, PhaseEvents events) {
    if (!session.offsets().isSettled(session.name(), offset(position))) {
      return Progress.WAITING;
    }
    events.positionFound(position);
    return Progress.MORE;
  }

  private void warnOfMissingTable(DeltaCdfException missing) {
    long now = System.nanoTime();
    if (!warned || now - lastWarning > WARNING_INTERVAL_NANOS) {
      warned = true;
      lastWarning = now;
      LOG.warn(
          "Table '{}' is awaited (table.missing=wait), and looked for at each poll: {}",
          session.name(),
          missing.getMessage());
    }
  }

  private Progress findStart(PhaseEvents events) throws InterruptedException {
    // A first start is as recent as the request, so it also fulfills the request.
    session.config().snapshotRequest().ifPresent(publisher::applyRequest);
    StartPosition start = session.config().start();
    if (start instanceof StartPosition.Version version) {
      return start(before(version.version()), events);
    } else if (start instanceof StartPosition.Timestamp timestamp) {
      return findCommit(timestamp.millis(), events);
    } else if (start instanceof StartPosition.Latest
        || session.config().snapshotMode() == SnapshotMode.NO_DATA) {
      LogPosition latest = TableSession.positionOf(session.table().latestSnapshot());
      pinned = latest;
      report(latest);
      return await(latest, events);
    } else {
      events.snapshotSelected(session.latestSnapshot());
    }
    return Progress.MORE;
  }

  private LogPosition before(long version) {
    DeltaTable table = session.table();
    long latest = table.latestSnapshot().version();
    if (version > latest + 1) {
      throw SourceErrors.startAfterLatest(session.name(), version, latest);
    }
    long earliest = table.earliestVersion();
    if (version < earliest) {
      throw SourceErrors.startBeforeEarliest(session.name(), version, earliest);
    }
    return LogPosition.before(version);
  }

  private Progress findCommit(long timestamp, PhaseEvents events) {
    // The latest version is read first, so that a commit made meanwhile is not skipped.
    TableSnapshot latest = session.table().latestSnapshot();
    OptionalLong version = session.table().versionAtOrAfter(timestamp);
    if (version.isPresent()) {
      return start(LogPosition.before(version.getAsLong()), events);
    }
    if (publisher.marksCommits()) {
      // No position is known yet that could be stored: it is the one before the first such commit.
      session.metrics().looked();
      session.metrics().setActivity(Activity.IDLE);
      return Progress.IDLE;
    }
    events.positionFound(TableSession.positionOf(latest), timestamp);
    return Progress.MORE;
  }

  /** Reports a position at once, so that a restart begins here and not at a later version. */
  private void report(LogPosition position) {
    publisher.setUnreportedOffset(offset(position));
  }

  private SourceOffset offset(LogPosition position) {
    return publisher.mark(SourceOffset.at(position, session.config().snapshotRequest()));
  }
}
