package io.deltacdf.connect.source;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.change.CommitChanges;
import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.VersionContext;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the commits of a table, one after the other, up to {@code end.version}. */
final class Streaming implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Streaming.class);

  private final TableSession feed;
  private final VersionPublisher publisher;
  private final CommitLog log;
  private Optional<SourceOffset> inside;
  private OptionalLong notBefore;

  private Streaming(
      TableSession feed,
      VersionPublisher publisher,
      LogPosition position,
      Optional<SourceOffset> inside,
      OptionalLong notBefore) {
    this.feed = feed;
    this.publisher = publisher;
    this.log = feed.table().follow(position);
    this.inside = inside;
    this.notBefore = notBefore;
    LOG.info("Table '{}': changes from version {} on", feed.name(), position.version() + 1);
  }

  /** From the first commit behind a position. */
  static Streaming behind(TableSession feed, VersionPublisher publisher, LogPosition position) {
    return new Streaming(feed, publisher, position, Optional.empty(), OptionalLong.empty());
  }

  /** From the first commit behind a position whose timestamp is at or after one. */
  static Streaming behind(
      TableSession feed, VersionPublisher publisher, LogPosition position, long notBefore) {
    return new Streaming(feed, publisher, position, Optional.empty(), OptionalLong.of(notBefore));
  }

  /** From a stored offset: inside its version, or from the one behind it. */
  static Streaming from(TableSession feed, VersionPublisher publisher, SourceOffset stored) {
    return new Streaming(
        feed,
        publisher,
        stored.logPosition(),
        Optional.of(stored).filter(offset -> !offset.isCompleted()),
        OptionalLong.empty());
  }

  @Override
  public Step step() throws InterruptedException {
    if (publisher.isActive()) {
      publisher.next();
      return new Step(Progress.MORE, this);
    }
    OptionalLong end = feed.config().endVersion();
    if (end.isPresent() && log.position().version() >= end.getAsLong()) {
      LOG.info("Table '{}': published up to end.version {}", feed.name(), end.getAsLong());
      log.close();
      return new Step(Progress.DONE, new Completed());
    }
    Commit commit = log.next();
    if (commit == null) {
      if (inside.isPresent()) {
        throw SourceErrors.storedVersionGone(feed.name(), inside.get().version());
      }
      return new Step(Progress.IDLE, this);
    }
    if (notBefore.isEmpty() || commit.timestamp() >= notBefore.getAsLong()) {
      start(commit);
    }
    return new Step(Progress.MORE, this);
  }

  private void start(Commit commit) {
    notBefore = OptionalLong.empty();
    CommitOptions options = feed.commitOptions();
    ChangeSource source =
        ChangeSource.of(commit, options)
            .orElseThrow(() -> SourceErrors.noChanges(feed.config(), commit));
    if (!source.files(commit).isEmpty()) {
      feed.derivedCommits().start(commit, source);
    }
    if (commit.changesSchema()) {
      LOG.info(
          "Table '{}': version {} changes the schema: {}",
          feed.name(),
          commit.version(),
          SchemaDifference.of(commit.before().schema(), commit.after().schema()));
    }
    VersionContext version =
        new VersionContext(
            commit.version(),
            commit.timestamp(),
            commit.operation(),
            commit.before(),
            commit.after(),
            Optional.empty(),
            feed.planHash());
    publisher.start(
        version,
        resumeAt(commit, source).orElse(null),
        position -> CommitChanges.open(feed.table(), commit, options, feed.columns(), position));
  }

  private Optional<Position> resumeAt(Commit commit, ChangeSource source) {
    if (inside.isEmpty()) {
      return Optional.empty();
    }
    Optional<Position> position = feed.resumeAt(inside.get(), source.files(commit));
    inside = Optional.empty();
    if (position.isPresent()) {
      LOG.info(
          "Table '{}': version {} goes on behind row {} of {}",
          feed.name(),
          commit.version(),
          position.get().row(),
          position.get().file());
    } else {
      LOG.warn(
          "Table '{}': the stored place inside version {} was made with other options or another"
              + " release; the version is published again from its beginning",
          feed.name(),
          commit.version());
    }
    return position;
  }

  @Override
  public void close() {
    log.close();
  }
}
