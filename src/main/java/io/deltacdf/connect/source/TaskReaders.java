package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The readers of a task's tables: reader threads fill a queue, and {@link #poll} empties it.
 * Thread-safe.
 */
public final class TaskReaders {
  /** A short time, because Connect stops a task only after its poll has returned. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

  /**
   * A table to publish.
   *
   * @param stored returns the offset that Connect has stored, or empty if there is none; fails like
   *     the table if the offset cannot be used
   */
  public record Source(
      DeltaTable table, TableConfig config, Supplier<Optional<SourceOffset>> stored) {}

  private final FlowConfig flow;
  private final ChangeEventQueue queue;
  private final StopSignal stop = new StopSignal();
  private final ReaderPool pool = new ReaderPool(stop);
  private final ReaderMemory.Task memory;

  private TaskReaders(FlowConfig flow, int threads, ReaderMemory memory) {
    this.memory = memory.task(flow.readerMemoryMaxBytes(), threads);
    this.flow = flow;
    this.queue = new ChangeEventQueue(flow.maxQueueBytes());
  }

  /** Starts to read tables on threads of its own; returns at once. */
  public static TaskReaders start(List<Source> sources, RecordConfig records, FlowConfig flow) {
    return start(sources, records, flow, ReaderMemory.ofWorker());
  }

  static TaskReaders start(
      List<Source> sources, RecordConfig records, FlowConfig flow, ReaderMemory memory) {
    int threads = Math.min(flow.readerThreads(), sources.size());
    TaskReaders readers = new TaskReaders(flow, threads, memory);
    ParkedTables parked = new ParkedTables(sources.size());
    readers.pool.start(
        sources.stream().map(source -> readers.table(source, records, parked)).toList(), threads);
    return readers;
  }

  private ParkableTable table(Source source, RecordConfig records, ParkedTables parked) {
    ReachedOffset reached = new ReachedOffset(queue);
    HeartbeatRecords heartbeats = new HeartbeatRecords(source.config().name(), records);
    Heartbeat heartbeat =
        new Heartbeat(heartbeats, reached, flow.heartbeatInterval(), System::nanoTime);
    StateHeartbeats states =
        new StateHeartbeats(heartbeats, queue, flow.heartbeatInterval(), System::nanoTime);
    return new ParkableTable(
        source,
        flow,
        reached,
        states,
        (table, from, afterFailure) ->
            new ScheduledReader(
                new TableReader(
                    table, source.config(), records, from, reached, memory.table()),
                flow,
                reached,
                heartbeat,
                states,
                afterFailure,
                stop,
                System::nanoTime),
        parked,
        stop,
        System::nanoTime);
  }

  /**
   * Returns the next records, in order for each table; waits a short time for the first record.
   * Records that were read before a failure are returned before the failure is thrown.
   *
   * @return null if there are no records, and after {@link #stop}
   * @throws DeltaCdfException the failure that ended the reading
   */
  public @Nullable List<SourceRecord> poll() throws InterruptedException {
    Optional<DeltaCdfException> failure = pool.failure();
    List<SourceRecord> records =
        queue.drain(flow.maxBatchSize(), failure.isPresent() ? 0 : POLL_NANOS);
    if (!records.isEmpty()) {
      return records;
    }
    if (failure.isPresent() && !queue.isClosed()) {
      throw failure.get();
    }
    return null;
  }

  /**
   * Ends the reading; waits at most three seconds for the threads. {@link #poll} returns nothing
   * from now on.
   */
  public void stop() {
    stop.stop();
    queue.close();
    pool.stop(STOP_TIMEOUT);
    memory.close();
  }
}
