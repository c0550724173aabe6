package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a table of a connector is published.
 *
 * @param table the table's name
 * @param state what the table does
 * @param offset the stored offset; empty if there is none
 * @param latest the latest version of the table; empty if the table cannot be read
 * @param behind the age of the oldest commit that is not published; empty if every commit is, or if
 *     this is not known
 * @param headroom the time until the retention of the table allows the next version, or a file that
 *     it needs, to be removed; empty if every commit is published, or if this is not known
 * @param problem what is wrong, and what to do; empty if nothing is
 */
record TableStatus(
    String table,
    State state,
    Optional<SourceOffset> offset,
    OptionalLong latest,
    Optional<Duration> behind,
    Optional<Duration> headroom,
    Optional<String> problem) {
  /** What a table does. */
  enum State {
    /** The task of the table, or the connector, has failed. */
    FAILED,
    /** The connector is stopped or paused. */
    STOPPED,
    /** No worker runs the task. */
    UNASSIGNED,
    /** The table or its offset cannot be read from here. */
    UNREADABLE,
    /** Nothing is stored yet. */
    STARTING,
    SNAPSHOT,
    /** There are commits that are not published. */
    STREAMING,
    /** Every commit is published. */
    IDLE
  }

  /** What is known of a table and its offset, without the state of the task. */
  private record Position(
      State state,
      OptionalLong latest,
      Optional<Duration> behind,
      Optional<Duration> headroom,
      Optional<String> problem) {
    static Position unreadable(String problem) {
      return new Position(
          State.UNREADABLE,
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(problem));
    }
  }

  /**
   * Determines the status of a table, which is read.
   *
   * @param warning the headroom below which the table needs a person; zero if none does
   */
  static TableStatus of(
      ConnectorStatus connector,
      TableConfig config,
      DeltaTable table,
      Duration warning,
      Instant now) {
    Optional<SourceOffset> offset;
    Position position;
    try {
      offset =
          Optional.ofNullable(connector.offsets().get(config.name()))
              .map(stored -> SourceOffsetCodec.read(config.name(), stored));
      position = position(table, offset, warning, now);
    } catch (DeltaCdfException e) {
      offset = Optional.empty();
      position = Position.unreadable(e.getMessage());
    }
    Optional<State> stopped = stopped(connector, config.name());
    Optional<String> problem =
        stopped.filter(State.FAILED::equals).isPresent()
            ? Optional.of(failure(connector, config.name()))
            : position.problem();
    return new TableStatus(
        config.name(),
        stopped.orElse(position.state()),
        offset,
        position.latest(),
        position.behind(),
        position.headroom(),
        problem);
  }

  /**
   * Determines the status of a table of which only the stored offset is known.
   *
   * @param unreadable why the table cannot be read; empty if it is not known where it is
   */
  static TableStatus ofOffset(
      ConnectorStatus connector, String table, Optional<String> unreadable) {
    Optional<SourceOffset> offset = Optional.empty();
    Optional<String> invalid = Optional.empty();
    try {
      offset =
          Optional.of(
              SourceOffsetCodec.read(table, connector.offsets().getOrDefault(table, Map.of())));
    } catch (DeltaCdfException e) {
      invalid = Optional.of(e.getMessage());
    }
    Optional<String> problem = invalid.or(() -> unreadable);
    Optional<State> stopped = stopped(connector, table);
    return new TableStatus(
        table,
        stopped.orElse(State.UNREADABLE),
        offset,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        stopped
            .filter(State.FAILED::equals)
            .map(state -> failure(connector, table))
            .or(() -> problem));
  }

  private static Position position(
      DeltaTable table, Optional<SourceOffset> offset, Duration warning, Instant now) {
    TableSnapshot latest = table.latestSnapshot();
    if (offset.isEmpty()) {
      return new Position(
          State.STARTING,
          OptionalLong.of(latest.version()),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
    Optional<Commit> next = next(table, offset.get());
    State state =
        offset.get().snapshotId().isPresent()
            ? State.SNAPSHOT
            : next.isPresent() ? State.STREAMING : State.IDLE;
    Optional<Duration> headroom = next.flatMap(commit -> headroom(commit, latest.state(), now));
    return new Position(
        state,
        OptionalLong.of(latest.version()),
        next.map(commit -> Duration.between(Instant.ofEpochMilli(commit.timestamp()), now)),
        headroom,
        headroom
            .filter(left -> !warning.isZero() && left.compareTo(warning) < 0)
            .map(
                left ->
                    "The retention of the table allows version "
                        + next.get().version()
                        + " or a file that it needs to be removed "
                        + (left.isNegative() ? "already" : "soon")
                        + ". Find out why the table is behind, and raise"
                        + " delta.logRetentionDuration and delta.deletedFileRetentionDuration of"
                        + " the table until it has caught up."));
  }

  /**
   * Returns the next commit to be published. What a snapshot needs is kept at least as long as the
   * commit after it, and its own commit may be gone already.
   */
  private static Optional<Commit> next(DeltaTable table, SourceOffset offset) {
    LogPosition position =
        offset.snapshotId().isPresent()
            ? new LogPosition(
                offset.version(),
                offset.tableId(),
                offset.timestamp(),
                offset.commitHash(),
                offset.catalogTableId())
            : offset.logPosition();
    try (CommitLog log = table.follow(position)) {
      return Optional.ofNullable(log.next());
    }
  }

  /**
   * Returns the time until a commit, or a file that its changes need, may be removed.
   *
   * @param latest the table as it is now, which decides what may be removed
   */
  private static Optional<Duration> headroom(Commit commit, TableState latest, Instant now) {
    Instant written = Instant.ofEpochMilli(commit.timestamp());
    return Retention.ofChanges(latest)
        .map(retention -> Duration.between(now, written.plus(retention)));
  }

  private static Optional<State> stopped(ConnectorStatus connector, String table) {
    if (connector.state().equals("FAILED")) {
      return Optional.of(State.FAILED);
    } else if (connector.state().equals("STOPPED") || connector.state().equals("PAUSED")) {
      return Optional.of(State.STOPPED);
    }
    return switch (connector.taskOf(table).map(ConnectorStatus.Task::state).orElse("UNASSIGNED")) {
      case "FAILED" -> Optional.of(State.FAILED);
      case "PAUSED" -> Optional.of(State.STOPPED);
      case "RUNNING" -> Optional.empty();
      default -> Optional.of(State.UNASSIGNED);
    };
  }

  /** Returns the message of the failure that ended the table's task. */
  private static String failure(ConnectorStatus connector, String table) {
    String trace =
        connector
            .taskOf(table)
            .flatMap(ConnectorStatus.Task::trace)
            .or(connector::trace)
            .orElse("The log of the worker has the reason.");
    return trace
        .lines()
        .filter(line -> line.contains("["))
        .findFirst()
        .or(() -> trace.lines().findFirst())
        .map(line -> line.replaceFirst("^(Caused by: )?[\\w.$]+(Exception|Error): ", ""))
        .map(Redaction::hide)
        .orElse("");
  }

  /** Returns whether the table needs a person. */
  boolean needsPerson() {
    return state == State.FAILED || state == State.UNASSIGNED || problem.isPresent();
  }
}
