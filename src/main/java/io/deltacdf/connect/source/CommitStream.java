package io.deltacdf.connect.source;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.change.CommitChanges;
import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.Activity;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.VersionContext;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.log.ReturningColumns;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the commits of a table in the order of its log. */
final class CommitStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommitStream.class);

  /** How often to look up the retention of the newest version while the table is behind. */
  private static final long RETENTION_LOOK_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final TableSession session;
  private final TableMetrics metrics;
  private final VersionPublisher publisher;
  private final CommitLog log;

  /** The stored offset if it lies inside a commit, until that commit is read. */
  private @Nullable SourceOffset interrupted;

  /** Whether the form of the records was compared with the stored offset. */
  private boolean checked;

  /** Commits with earlier timestamps are skipped, until one is not. */
  private long notBefore;

  /** The newest version when it was last looked at, and its state; null before that. */
  private long newestVersion;

  private @Nullable TableState newestState;
  private long newestLook;

  /** The retention of the changes of a state, which is parsed once for all commits with it. */
  private Optional<Duration> retention = Optional.empty();

  private @Nullable TableState retentionState;

  private CommitStream(
      TableSession session,
      VersionPublisher publisher,
      LogPosition position,
      @Nullable SourceOffset interrupted,
      long notBefore) {
    this.session = session;
    this.metrics = session.metrics();
    this.publisher = publisher;
    this.log = session.table().follow(position);
    this.interrupted = interrupted;
    this.notBefore = notBefore;
    this.newestLook = metrics.now();
    LOG.info("Table '{}': streaming starts at version {}", session.name(), position.version() + 1);
  }

  /** Starts with the first commit after a position. */
  static CommitStream after(
      TableSession session, VersionPublisher publisher, LogPosition position) {
    return new CommitStream(session, publisher, position, null, Long.MIN_VALUE);
  }

  /**
   * Starts with the first commit after a position whose timestamp is at least {@code notBefore}.
   */
  static CommitStream afterNotBefore(
      TableSession session, VersionPublisher publisher, LogPosition position, long notBefore) {
    return new CommitStream(session, publisher, position, null, notBefore);
  }

  /** Resumes at a stored offset: inside its version, or with the version after it. */
  static CommitStream resume(
      TableSession session, VersionPublisher publisher, SourceOffset stored) {
    SourceOffset interrupted = stored.isCompleted() ? null : stored;
    return new CommitStream(session, publisher, stored.logPosition(), interrupted, Long.MIN_VALUE);
  }

  /** Publishes the next batch of the current commit, or else starts the next commit. */
  Progress step() throws InterruptedException {
    if (publisher.isActive()) {
      publisher.next();
      metrics.looked();
      metrics.setActivity(Activity.STREAMING);
      return Progress.MORE;
    }
    Commit commit = log.next();
    metrics.looked();
    metrics.streaming().seen(log.latestVersion());
    if (commit == null) {
      if (interrupted != null) {
        throw SourceErrors.storedVersionGone(session.name(), interrupted.version());
      }
      checkForm();
      metrics.streaming().caughtUp();
      metrics.setActivity(Activity.IDLE);
      return Progress.IDLE;
    }
    checked = true;
    metrics.setActivity(Activity.STREAMING);
    metrics.streaming().next(commit.version(), commit.timestamp(), removableAt(commit));
    if (commit.timestamp() >= notBefore) {
      notBefore = Long.MIN_VALUE;
      start(commit);
    }
    return Progress.MORE;
  }

  /** Reports changed options at once, and not only when the next commit is made. */
  private void checkForm() {
    TableState state = log.state();
    if (!checked && state != null) {
      publisher.checkResumed(state.schema(), log.position().version());
    }
    checked = true;
  }

  /** Returns whether a version is published completely, or was passed before the first commit. */
  boolean isCompleted(long version) {
    return log.position().version() >= version && !publisher.isActive();
  }

  private void start(Commit commit) {
    CommitOptions options = session.commitOptions();
    ChangeSource source =
        ChangeSource.of(commit, options)
            .orElseThrow(() -> SourceErrors.noChanges(session.config(), commit));
    if (source.files(commit).isEmpty()) {
      metrics.streaming().commitWithoutChanges();
    } else {
      session.derivedCommits().start(commit, source);
    }
    if (commit.changesSchema()) {
      LOG.info(
          "Table '{}': version {} changes the schema: {}",
          session.name(),
          commit.version(),
          SchemaDifference.of(commit.before().schema(), commit.after().schema()));
      warnOfReturningColumns(commit);
    }
    VersionContext version =
        new VersionContext(
            commit.version(),
            commit.timestamp(),
            commit.operation(),
            commit.before(),
            commit.after(),
            commit.hashes(),
            Optional.empty(),
            session.planHash());
    publisher.start(
        version,
        resumePosition(commit, source),
        position ->
            CommitChanges.open(session.table(), commit, options, session.columns(), position));
  }

  /** The rows of files that the commit does not touch get values, but no records. */
  private void warnOfReturningColumns(Commit commit) {
    List<String> returning = ReturningColumns.of(commit);
    if (!returning.isEmpty()) {
      LOG.warn(
          "Table '{}': version {} brings back the dropped columns {} with the values that the"
              + " files have kept. Rows that were published while the columns were dropped, for"
              + " example by a snapshot, lack these values in the topic until they change; to"
              + " publish them, request a snapshot with tables.{}.snapshot.request",
          session.name(),
          commit.version(),
          returning,
          session.name());
    }
  }

  /**
   * Returns the time in milliseconds from which the retention of the table allows the commit, or a
   * file that its changes need, to be removed.
   */
  private long removableAt(Commit commit) {
    TableState state = stateForCleanup(commit);
    if (state != retentionState) {
      retention = Retention.ofChanges(state);
      retentionState = state;
    }
    return retention.isPresent() ? commit.timestamp() + retention.get().toMillis() : Long.MAX_VALUE;
  }

  /**
   * Returns the state whose retention decides what may be removed. It is that of the newest
   * version: a table that is behind would otherwise notice much later that its retention was
   * changed.
   */
  private TableState stateForCleanup(Commit commit) {
    long now = metrics.now();
    if (log.latestVersion() > commit.version() && now - newestLook >= RETENTION_LOOK_MILLIS) {
      newestLook = now;
      try {
        TableSnapshot newest = session.table().latestSnapshot();
        newestVersion = newest.version();
        newestState = newest.state();
      } catch (DeltaCdfException e) {
        // The commit does not need it. If it cannot be read, that is reported when it is reached.
        LOG.debug("Table '{}': cannot look at the newest version", session.name(), e);
      }
    }
    TableState newest = newestState;
    return newest != null
            && newestVersion > commit.version()
            && newest.tableId().equals(commit.after().tableId())
        ? newest
        : commit.after();
  }

  /** Returns the position after which the first commit resumes; null for its beginning. */
  private @Nullable Position resumePosition(Commit commit, ChangeSource source) {
    if (interrupted == null) {
      return null;
    }
    Position position = session.resumePosition(interrupted, source.files(commit));
    interrupted = null;
    if (position != null) {
      LOG.info(
          "Table '{}': version {} resumes after row {} of {}",
          session.name(),
          commit.version(),
          position.row(),
          position.file());
    } else {
      LOG.warn(
          "Table '{}': the stored position in version {} was made with other options or by another"
              + " release; the version is published again from its beginning",
          session.name(),
          commit.version());
    }
    return position;
  }

  /** See {@link Phase#requireSameTable}. */
  void requireSameTable() {
    log.requireSameTable();
  }

  /** See {@link Phase#reached}. */
  Optional<LogPosition> reached() {
    return Optional.of(log.position());
  }

  @Override
  public void close() {
    log.close();
  }
}
