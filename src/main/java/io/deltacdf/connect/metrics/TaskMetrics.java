package io.deltacdf.connect.metrics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What is measured of a task. Thread-safe. */
public final class TaskMetrics {
  /** Where the values are read that other classes hold. */
  public interface Sources {
    List<String> tables();

    long queuedBytes();

    long maxQueueBytes();

    long pollIntervalMillis();

    long retentionWarningMillis();

    int readerThreads();

    int busyReaderThreads();

    long readerMemoryBytes();

    long maxReaderMemoryBytes();

    long millisWaitedForMemory();
  }

  private final Sources sources;
  private final Clock clock;
  private final LongAdder inPoll = new LongAdder();
  private final LongAdder outsidePoll = new LongAdder();
  private volatile long lastHeartbeat = Clock.NEVER;

  /**
   * @param millis the clock, as {@link System#currentTimeMillis}
   */
  public TaskMetrics(Sources sources, LongSupplier millis) {
    this.sources = sources;
    this.clock = new Clock(millis);
  }

  /** Adds the time that Connect waited for records. */
  public void polled(long nanos) {
    inPoll.add(nanos);
  }

  /** Adds the time between two polls, in which Connect transforms, converts and sends records. */
  public void sent(long nanos) {
    outsidePoll.add(nanos);
  }

  public void heartbeat() {
    lastHeartbeat = clock.now();
  }

  Sources sources() {
    return sources;
  }

  long millisInPoll() {
    return inPoll.sum() / 1_000_000;
  }

  long millisOutsidePoll() {
    return outsidePoll.sum() / 1_000_000;
  }

  long sinceLastHeartbeat() {
    return clock.since(lastHeartbeat);
  }
}
