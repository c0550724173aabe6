package io.deltacdf.connect.metrics;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** What is measured of the commits of a table. Thread-safe. */
public final class StreamingMetrics {
  private final Clock clock;
  private final LongAdder recordedCommits = new LongAdder();
  private final LongAdder derivedCommits = new LongAdder();
  private final LongAdder commitsWithoutChanges = new LongAdder();
  private final LongAdder unchangedRows = new LongAdder();
  private final LongAdder repeatedKeys = new LongAdder();
  private final LongAdder orphanPreimages = new LongAdder();
  private final LongAdder commitSplits = new LongAdder();
  private final LongAdder catchUps = new LongAdder();
  private volatile long seen = Clock.NEVER;
  private volatile long next = Clock.NEVER;
  private volatile long read = Clock.NEVER;

  // The versions are read from the offsets only when somebody looks.
  private volatile Map<String, ?> sent = Map.of();
  private final AtomicReference<Map<String, ?>> acknowledged = new AtomicReference<>(Map.of());
  private volatile long unreadSince = Clock.NEVER;
  private volatile long removableAt = Clock.NEVER;

  StreamingMetrics(Clock clock) {
    this.clock = clock;
  }

  /** Notes the latest version that the log is known to have. */
  public void seen(long version) {
    seen = Math.max(seen, version);
  }

  /**
   * Notes the next version that is to be published, once its commit is read.
   *
   * @param timestamp the timestamp of its commit in milliseconds
   * @param removable the time in milliseconds from which the commit, or a file that it needs, may
   *     be removed by the table's retention
   */
  public void next(long version, long timestamp, long removable) {
    seen(version);
    next = version;
    unreadSince = timestamp;
    removableAt = removable;
  }

  /** Notes that a snapshot starts. What is known of the next version is not valid any more. */
  public void snapshotStarted() {
    unreadSince = Clock.NEVER;
    removableAt = Clock.NEVER;
  }

  /**
   * Notes the version after a snapshot that is being published.
   *
   * @param removable the time in milliseconds from which its commit, or a file of the snapshot, may
   *     be removed by the table's retention
   */
  public void nextAfterSnapshot(long version, long removable) {
    seen(version);
    next = version;
    removableAt = removable;
  }

  /** Notes that a version is read completely. */
  public void read(long version) {
    read = version;
  }

  /** Notes that every commit that the log is known to have is read. */
  public void caughtUp() {
    catchUps.increment();
    unreadSince = Clock.NEVER;
    removableAt = Clock.NEVER;
  }

  /** Notes the offset of the last record that Connect was given. */
  public void sent(Map<String, ?> offset) {
    sent = offset;
  }

  /** Notes the offset of the last record that Kafka acknowledged. */
  public void acknowledged(Map<String, ?> offset) {
    // Called for each record; unlike a volatile write, this does not wait for the memory.
    acknowledged.setRelease(offset);
  }

  /** Counts a commit whose changes are read from the change data feed. */
  public void recordedCommit() {
    recordedCommits.increment();
  }

  /** Counts a commit whose changes are derived from its data files. */
  public void derivedCommit() {
    derivedCommits.increment();
  }

  /** Counts a commit that changes no rows. */
  public void commitWithoutChanges() {
    commitsWithoutChanges.increment();
  }

  public void skippedUnchangedRows(long count) {
    unchangedRows.add(count);
  }

  public void repeatedKeys(long count) {
    repeatedKeys.add(count);
  }

  public void orphanPreimages(long count) {
    orphanPreimages.add(count);
  }

  /** A commit goes on in another transaction. */
  public void commitSplit() {
    commitSplits.increment();
  }

  long seen() {
    return seen;
  }

  /** Returns the latest version whose commit was read; -1 before the first one. */
  long next() {
    return next;
  }

  long read() {
    return read;
  }

  /** Returns how often a look at the log has found no commit. */
  long catchUps() {
    return catchUps.sum();
  }

  long sent() {
    return version(sent);
  }

  long acknowledged() {
    return version(acknowledged.getAcquire());
  }

  private static long version(Map<String, ?> offset) {
    return offset.isEmpty() ? Clock.NEVER : SourceOffsetCodec.versionOf(offset);
  }

  /** Returns how many versions of the log are not read yet. */
  long versionsBehind() {
    return read == Clock.NEVER ? 0 : Math.max(0, seen - read);
  }

  /** Returns how old the oldest commit is that is not read completely; 0 if all are. */
  long millisBehind() {
    return Math.max(0, clock.since(unreadSince));
  }

  /**
   * Returns the milliseconds until the next version, or a file that it needs, may be removed.
   * {@link Long#MAX_VALUE} if there is no next version.
   */
  long retentionHeadroom() {
    long time = removableAt;
    return time == Clock.NEVER ? Long.MAX_VALUE : time - clock.now();
  }

  long recordedCommits() {
    return recordedCommits.sum();
  }

  public long derivedCommits() {
    return derivedCommits.sum();
  }

  long commitsWithoutChanges() {
    return commitsWithoutChanges.sum();
  }

  long commits() {
    return recordedCommits() + derivedCommits() + commitsWithoutChanges();
  }

  long unchangedRows() {
    return unchangedRows.sum();
  }

  public long repeatedKeys() {
    return repeatedKeys.sum();
  }

  public long orphanPreimages() {
    return orphanPreimages.sum();
  }

  public long commitSplits() {
    return commitSplits.sum();
  }
}
