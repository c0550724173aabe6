package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.table.DeltaTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The feeds of a task's tables: reader threads fill a queue, {@link #poll} empties it. Thread-safe.
 */
public final class TaskReaders {
  /** Connect asks a task to stop only after its poll has returned. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

  /**
   * A table to publish.
   *
   * @param stored the offset stored last; empty where there is none
   */
  public record Source(DeltaTable table, TableConfig config, Optional<SourceOffset> stored) {}

  private final FlowConfig flow;
  private final ChangeEventQueue queue;
  private final ReaderPool pool;
  private volatile boolean stopped;

  private TaskReaders(FlowConfig flow) {
    this.flow = flow;
    this.queue = new ChangeEventQueue(flow.maxQueueBytes());
    this.pool = new ReaderPool();
  }

  /** Starts to read tables on threads of its own; returns at once. */
  public static TaskReaders start(List<Source> sources, RecordConfig records, FlowConfig flow) {
    TaskReaders feeds = new TaskReaders(flow);
    List<ScheduledReader> runs =
        sources.stream().map(source -> feeds.run(source, records)).toList();
    feeds.pool.start(runs, flow.readerThreads());
    return feeds;
  }

  private ScheduledReader run(Source source, RecordConfig records) {
    TableReader feed =
        new TableReader(
            source.table(), source.config(), records, source.stored().orElse(null), queue);
    Heartbeat heartbeat =
        new Heartbeat(
            new HeartbeatRecords(source.config().name(), records),
            queue,
            flow.heartbeatInterval(),
            System::nanoTime);
    return new ScheduledReader(feed, flow, heartbeat, pool::isStopped);
  }

  /**
   * The next records, in order for each table; waits a short while for the first. What was read
   * before a failure comes before the failure.
   *
   * @return null when there are none, or after {@link #stop}
   * @throws DeltaCdfException what ended the reading
   */
  public List<SourceRecord> poll() throws InterruptedException {
    Optional<DeltaCdfException> failure = pool.failure();
    List<SourceRecord> records =
        queue.drain(flow.maxBatchSize(), failure.isPresent() ? 0 : POLL_NANOS);
    if (!records.isEmpty()) {
      return records;
    }
    if (failure.isPresent() && !stopped) {
      throw failure.get();
    }
    return null;
  }

  /**
   * Ends the reading; waits at most three seconds for the threads. After it {@link #poll} gives
   * nothing more.
   */
  public void stop() {
    stopped = true;
    queue.close();
    pool.stop(STOP_TIMEOUT);
  }
}
