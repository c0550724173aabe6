package io.deltacdf.connect.source;

import io.deltacdf.connect.config.PathPolicy;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a table as a state machine: this class holds the current phase and makes all
 * transitions.
 *
 * <pre>
 * phase                event                               next phase
 * -------------------  ----------------------------------  --------------------------------------
 * InitialPosition      no offset: snapshot needed          Snapshotting
 *                      no offset: start.* or no_data       Streaming
 *                      offset, new snapshot.request        AdHocSnapshot, or InterruptedCommit
 *                                                          if the offset lies inside a commit
 *                      offset inside a snapshot            InterruptedSnapshot
 *                      offset, initial_only                Completed
 *                      any other offset                    Streaming
 * InterruptedCommit    commit completed                    AdHocSnapshot
 * AdHocSnapshot        version selected                    Snapshotting
 * InterruptedSnapshot  position found, or lost             Snapshotting (resumed, or a new one)
 * Snapshotting         snapshot completed                  Streaming; Completed with initial_only
 * Streaming            end.version reached                 Completed
 * Resnapshot           version selected                    Snapshotting
 *
 * any but Resnapshot   files or log lost (when_needed)     Resnapshot
 * any                  table replaced (snapshot)           Resnapshot
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class TableLifecycle implements PhaseEvents, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableLifecycle.class);

  private final TableSession session;
  private final VersionPublisher publisher;
  private Phase phase;
  private final LongSupplier millis;
  private long transitions;

  /** Whether the table was read before, by this task or by an earlier one. */
  private boolean known;

  /** When something was missing for the first time since the last progress. */
  private OptionalLong missingSince = OptionalLong.empty();

  /** The progress at which {@link #missingSince} was set. */
  private long missingAt;

  /**
   * Starts in {@link InitialPosition}; does no I/O.
   *
   * @param stored the offset that Connect has stored; null if there is none
   * @param millis the clock that the times of files are compared with
   */
  TableLifecycle(
      TableSession session,
      VersionPublisher publisher,
      @Nullable SourceOffset stored,
      LongSupplier millis) {
    this.millis = millis;
    this.session = session;
    this.publisher = publisher;
    this.phase = new InitialPosition(session, publisher, stored);
    this.known = stored != null;
  }

  /** Does the next step of the current phase. */
  Progress step() throws InterruptedException {
    return phase.step(this);
  }

  /** Returns a number that grows with each transition. */
  long transitions() {
    return transitions;
  }

  @Override
  public void offsetFound(SourceOffset stored) {
    Optional<String> request = session.config().snapshotRequest();
    if (request.isPresent() && !request.equals(stored.snapshotRequest())) {
      enter(requestedSnapshot(stored, request.get()));
    } else if (stored.snapshotId().isPresent()) {
      enter(new InterruptedSnapshot(session, stored, stored.snapshotId().get()));
    } else if (isSnapshotOnly()) {
      LOG.info(
          "Table '{}': the snapshot is completed, and with snapshot.mode=initial_only nothing"
              + " follows it",
          session.name());
      enter(new Completed(session.metrics()));
    } else {
      enter(new Streaming(session, CommitStream.resume(session, publisher, stored)));
    }
  }

  private Phase requestedSnapshot(SourceOffset stored, String request) {
    if (stored.isCompleted() || stored.snapshotId().isPresent()) {
      return new AdHocSnapshot(session, stored, request);
    }
    CommitStream commits = CommitStream.resume(session, publisher, stored);
    OptionalLong end = session.config().endVersion();
    return end.isPresent() && end.getAsLong() < stored.version()
        ? new Streaming(session, commits)
        : new InterruptedCommit(commits, stored);
  }

  @Override
  public void positionFound(LogPosition position) {
    enter(new Streaming(session, CommitStream.after(session, publisher, position)));
  }

  @Override
  public void positionFound(LogPosition position, long notBefore) {
    enter(
        new Streaming(
            session, CommitStream.afterNotBefore(session, publisher, position, notBefore)));
  }

  @Override
  public void commitCompleted(SourceOffset stored) {
    enter(new AdHocSnapshot(session, stored, session.config().snapshotRequest().orElseThrow()));
  }

  @Override
  public void snapshotSelected(TableSnapshot snapshot) throws InterruptedException {
    // One that an earlier run began, and that this one replaces.
    publisher.abortSnapshot(Optional.empty());
    String reason = reason();
    // Every new snapshot is as recent as the request, so it also fulfills the request.
    session.config().snapshotRequest().ifPresent(publisher::applyRequest);
    String id = snapshot.version() + "-" + System.currentTimeMillis();
    enter(new Snapshotting(session, publisher, snapshot, id, Optional.of(reason), null));
  }

  /** Returns what causes the snapshot that the current phase has selected. */
  private String reason() {
    if (phase instanceof Resnapshot resnapshot) {
      return resnapshot.reason();
    } else if (phase instanceof AdHocSnapshot) {
      return "snapshot.request=" + session.config().snapshotRequest().orElse("");
    } else if (phase instanceof InterruptedSnapshot) {
      return "another plan";
    }
    return "snapshot.mode=" + session.config().snapshotMode().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void snapshotResumable(TableSnapshot snapshot, String id, Position from) {
    enter(new Snapshotting(session, publisher, snapshot, id, Optional.empty(), from));
  }

  @Override
  public void snapshotCompleted(TableSnapshot snapshot) {
    if (isSnapshotOnly()) {
      enter(new Completed(session.metrics()));
    } else {
      positionFound(TableSession.positionOf(snapshot));
    }
  }

  @Override
  public void endVersionReached() {
    enter(new Completed(session.metrics()));
  }

  private boolean isSnapshotOnly() {
    return session.config().snapshotMode() == SnapshotMode.INITIAL_ONLY;
  }

  /**
   * Returns the failure to report for a failure of the current phase. If the table is not at its
   * path any more, then that is what happened.
   */
  RuntimeException diagnose(RuntimeException failure) {
    if (!(failure instanceof DeltaCdfException ours)) {
      return failure;
    }
    if (ours.code() == ErrorCode.ACCESS_DENIED) {
      session.table().accessDenied();
    }
    DeltaCdfException found = mayMeanReplacement(ours) ? lookAgain(ours) : ours;
    if (known && found.code() == ErrorCode.NOT_A_TABLE) {
      return SourceErrors.tableGone(session.name(), session.config().path(), found);
    }
    try {
      return mayComeLater(found) ? SourceErrors.notComplete(found) : found;
    } catch (DeltaCdfException e) {
      // It is not known whether it may come later. Each failure has its own retries.
      DeltaCdfException reported = e.isRetriable() ? e : found;
      reported.addSuppressed(e.isRetriable() ? found : e);
      return reported;
    }
  }

  /** Returns whether a commit or file is missing that replication may still bring. */
  private boolean mayComeLater(DeltaCdfException failure) {
    long grace = session.config().pathPolicy().replicationGrace().toMillis();
    if (grace == 0 || failure.isRetriable()) {
      return false;
    }
    OptionalLong active = publisher.activeVersion();
    OptionalLong commit =
        switch (failure.code()) {
          case VERSION_MISSING -> session.table().timeAfterGap();
          case FILE_MISSING ->
              active.isPresent()
                  ? session.table().commitTime(active.getAsLong())
                  : OptionalLong.empty();
          default -> OptionalLong.empty();
        };
    // The clock of the store may be ahead.
    return commit.isPresent()
        && millis.getAsLong() - Math.min(commit.getAsLong(), missingSince()) < grace;
  }

  private long missingSince() {
    long progress = publisher.progress() + transitions;
    if (missingSince.isEmpty() || missingAt != progress) {
      missingSince = OptionalLong.of(millis.getAsLong());
      missingAt = progress;
    }
    return missingSince.getAsLong();
  }

  private static boolean mayMeanReplacement(DeltaCdfException failure) {
    return switch (failure.code()) {
      case LOG_TRUNCATED,
          VERSION_MISSING,
          FILE_MISSING,
          FILE_CORRUPT,
          CHECKPOINT_CORRUPT,
          CORRUPT_COMMIT,
          CORRUPT_TABLE,
          UNSUPPORTED_FEATURE,
          // The catalog hands out credentials for the place of the table that has the name now.
          UNSUPPORTED_STORE ->
          true;
      case STORAGE -> KernelFailures.isFileMissing(failure);
      default -> false;
    };
  }

  private DeltaCdfException lookAgain(DeltaCdfException failure) {
    try {
      phase.requireSameTable();
      return failure;
    } catch (DeltaCdfException e) {
      boolean explains =
          e.isRetriable()
              || switch (e.code()) {
                case TABLE_REPLACED, COMMIT_REWRITTEN, NOT_A_TABLE -> true;
                default -> false;
              };
      DeltaCdfException reported = explains ? e : failure;
      reported.addSuppressed(explains ? failure : e);
      return reported;
    }
  }

  /**
   * Enters {@link Resnapshot} after a failure of the current phase if a new snapshot is configured
   * for it: {@code snapshot.mode=when_needed}, if a later version may not need what is lost, or
   * {@code table.replaced=snapshot}.
   *
   * @return false if the failure has to be reported; the phase is then unchanged
   */
  boolean recover(RuntimeException failure) throws InterruptedException {
    if (!(failure instanceof DeltaCdfException loss)
        || !(isReplacement(loss) || (isLoss(loss) && !(phase instanceof Resnapshot)))) {
      return false;
    }
    OptionalLong failedSnapshot =
        phase instanceof Snapshotting snapshotting && !isReplacement(loss)
            ? OptionalLong.of(snapshotting.version())
            : OptionalLong.empty();
    if (phase instanceof Snapshotting) {
      session.metrics().snapshot().aborted();
    }
    Phase failed = phase;
    phase = new Resnapshot(session, loss, failedSnapshot, failed.reached(), publisher.keys());
    transitions++;
    publisher.abortSnapshot(Optional.of(loss.code()));
    publisher.abandonVersion();
    failed.close();
    return true;
  }

  private boolean isReplacement(DeltaCdfException failure) {
    return failure.code() == ErrorCode.TABLE_REPLACED
        && session.config().pathPolicy().replaced() == PathPolicy.Replaced.SNAPSHOT;
  }

  /** Returns whether the table has lost something that a newer version does not need. */
  private boolean isLoss(DeltaCdfException failure) {
    return session.config().snapshotMode() == SnapshotMode.WHEN_NEEDED
        && switch (failure.code()) {
          case LOG_TRUNCATED, CHECKPOINT_CORRUPT, VERSION_MISSING, FILE_MISSING ->
              !failure.isRetriable();
          default -> false;
        };
  }

  private void enter(Phase next) {
    Phase previous = phase;
    phase = next;
    known = true;
    transitions++;
    previous.close();
  }

  @Override
  public void close() {
    phase.close();
  }
}
