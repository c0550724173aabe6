package io.deltacdf.connect.source;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.record.VersionContext;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the versions of a table, one after the other: its changes become records, the last of
 * which carries the offset of the finished version. After a failure a version goes on right behind
 * the last change that was published.
 */
final class VersionPublisher implements AutoCloseable {
  /** Opens the changes of a version, from a position on or from its beginning. */
  @FunctionalInterface
  interface Opening {
    VersionChanges open(Position from);
  }

  private static final Logger LOG = LoggerFactory.getLogger(VersionPublisher.class);

  private final String table;
  private final RecordFactory records;
  private final LastRecordBuffer out;
  private VersionContext version;
  private Opening opening;
  private Position from;
  private VersionChanges changes;
  private Optional<SourceOffset> untold = Optional.empty();
  private long published;
  private long repeatedKeys;
  private long progress;

  VersionPublisher(String table, RecordFactory records, RecordSink sink) {
    this.table = table;
    this.records = records;
    this.out = new LastRecordBuffer(sink);
  }

  /**
   * Starts a version; the one before must be done. Does no I/O.
   *
   * @param newFrom the position up to which it is published already; null for none
   */
  void start(VersionContext newVersion, Position newFrom, Opening newOpening) {
    records.startVersion(newVersion);
    version = newVersion;
    opening = newOpening;
    from = newFrom;
    published = 0;
    progress++;
  }

  /** Whether a version is started and not done. */
  boolean isActive() {
    return version != null;
  }

  /**
   * Publishes the next batch of the version.
   *
   * @return false when the version is done
   */
  boolean next() throws InterruptedException {
    if (changes == null) {
      changes = opening.open(from);
    }
    if (nextChanges()) {
      return true;
    }
    SourceOffset done = records.finished();
    untold = out.finish(done) ? Optional.empty() : Optional.of(done);
    noteRepeatedKeys(changes.repeatedKeys());
    changes = null;
    version = null;
    progress++;
    return false;
  }

  private void noteRepeatedKeys(long count) {
    if (count > 0) {
      LOG.warn(
          "Table '{}': version {} has several new rows for each of {} keys: the key columns do not"
              + " identify a row. All of them are published in their order, so the last one stays",
          table,
          version.version(),
          count);
    }
    repeatedKeys += count;
  }

  private boolean nextChanges() throws InterruptedException {
    try {
      return changes.next(this::publish);
    } catch (RuntimeException e) {
      from = changes.position().orElse(null);
      try {
        close();
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private void publish(Change change) throws InterruptedException {
    records.append(change, out);
    published++;
    progress++;
  }

  /**
   * Hands on the record that is held back: a reader should not wait for it as long as a failure
   * lasts.
   */
  void release() throws InterruptedException {
    out.release();
  }

  /** See {@link RecordFactory#takeUp}. */
  void takeUp(String request) {
    records.takeUp(request);
  }

  /** Takes note of a place that is reached without a record: all up to a version counts as done. */
  void reached(SourceOffset done) {
    untold = Optional.of(done);
  }

  /**
   * The version that is done and that no record tells of; empty where one does, and inside a
   * version.
   */
  Optional<SourceOffset> untold() {
    return isActive() ? Optional.empty() : untold;
  }

  /** Leaves the version that is started undone. */
  void abandon() {
    close();
    version = null;
    untold = Optional.empty();
  }

  /** The changes of the version published so far, without those done before it was started. */
  long published() {
    return published;
  }

  /** See {@link VersionChanges#repeatedKeys}, for all versions that are done. */
  long repeatedKeys() {
    return repeatedKeys;
  }

  /** Rises whenever something was published, or a version started or done. */
  long progress() {
    return progress;
  }

  @Override
  public void close() {
    if (changes != null) {
      VersionChanges closing = changes;
      changes = null;
      closing.close();
    }
  }
}
