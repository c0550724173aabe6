package io.deltacdf.connect.source;

import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.PlanHash;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.table.DeltaTable;
import java.util.Optional;

/**
 * One table's life: its start is found, a snapshot published where one is asked for, then commit
 * after commit. Done in steps of bounded work, so that many tables share a few threads. Not
 * thread-safe; steps may be done by different threads, one after the other.
 */
public final class TableReader implements AutoCloseable {
  private final String name;
  private final TableSession feed;
  private final VersionPublisher publisher;
  private Phase stage;
  private long stages;

  /**
   * Makes the feed of a table; does no I/O.
   *
   * @param stored the offset stored last; empty where there is none
   * @param sink takes the table's records in their order
   */
  public TableReader(
      DeltaTable table,
      TableConfig config,
      RecordConfig recordConfig,
      Optional<SourceOffset> stored,
      RecordSink sink) {
    RecordFactory records = new RecordFactory(config, recordConfig);
    stored.ifPresent(records::resume);
    name = config.name();
    feed =
        new TableSession(
            table,
            config,
            CommitOptions.of(config, records.needsRowsBefore()),
            new TableColumns(records),
            PlanHash.ofCommits(config),
            PlanHash.ofSnapshots(config),
            new DerivedCommits(name, config.changeFeed()));
    publisher = new VersionPublisher(name, records, sink);
    stage = new InitialPosition(feed, publisher, stored);
  }

  /** The table's name in the configuration. */
  public String name() {
    return name;
  }

  /**
   * Does the next piece of work: a look at the log, or a batch of rows.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException after a retriable one another step goes on
   *     where this one failed; no record is lost or repeated
   * @throws InterruptedException when the sink was interrupted; the feed can only be closed then
   */
  public Progress step() throws InterruptedException {
    try {
      Phase.Step step = stage.step();
      if (step.next() != stage) {
        stage = step.next();
        stages++;
      }
      return step.progress();
    } catch (RuntimeException e) {
      publisher.release();
      renew(e);
      return Progress.MORE;
    }
  }

  /** Goes on behind a failure with a new snapshot, where the options ask for that. */
  private void renew(RuntimeException failure) {
    Phase failed = stage;
    stage = Resnapshot.behind(failure, failed, feed, publisher).orElseThrow(() -> failure);
    stages++;
    publisher.abandon();
    failed.close();
  }

  /**
   * The keys so far that had several new rows in one version, so that the key columns do not
   * identify a row; a key counts in each such version.
   */
  public long repeatedKeys() {
    return publisher.repeatedKeys();
  }

  /**
   * The commits so far that changed data and whose changes were derived from the files that they
   * removed and added.
   */
  public long derivedCommits() {
    return feed.derivedCommits().count();
  }

  /** See {@link VersionPublisher#untold}. */
  Optional<SourceOffset> untold() {
    return publisher.untold();
  }

  /** Rises whenever something was published, or another version or stage was begun. */
  long progress() {
    return publisher.progress() + stages;
  }

  /** Closes what is open. The record held back as a version's possible last is dropped. */
  @Override
  public void close() {
    try {
      publisher.close();
    } finally {
      stage.close();
    }
  }
}
