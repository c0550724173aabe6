package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.StreamingMetrics;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.metrics.TaskMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.DroppedProgress;
import io.deltacdf.connect.source.delivery.FlushedOffsets;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.source.transaction.RecordQueue;
import io.deltacdf.connect.source.transaction.TableSink;
import io.deltacdf.connect.source.transaction.TransactionLimits;
import io.deltacdf.connect.source.transaction.TransactionQueue;
import io.deltacdf.connect.table.DeltaTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  /**
   * A short time, because Connect stops or pauses a task only after its poll has returned, and the
   * thread that starts and stops all connectors of the worker waits for that.
   */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

  /**
   * A table to publish.
   *
   * @param stored returns the offset that Connect has stored, or empty if there is none; fails like
   *     the table if the offset cannot be used
   */
  public record Source(
      DeltaTable table, TableConfig config, Supplier<Optional<SourceOffset>> stored) {}

  /** What is measured of the table of a source partition, which all its records share. */
  private record Measured(Map<String, ?> partition, StreamingMetrics metrics) {}

  private final FlowConfig flow;
  private final String heartbeatTopic;
  private final Optional<String> notificationTopic;
  private final RecordQueue queue;
  private final StopSignal stop = new StopSignal();
  private final ReaderPool pool;
  private final PendingHeartbeats pendingHeartbeats = new PendingHeartbeats();
  private final FlushedOffsets flushedOffsets;
  private final DroppedProgress droppedProgress;
  private final ReaderMemory.Task memory;
  private final Map<String, TableMetrics> tables = new LinkedHashMap<>();
  private final TaskMetrics metrics;

  /**
   * The table of the last record that was looked for. Most records are of the same table as the one
   * before, so that each of them need not look it up. Threads may see different values.
   */
  private @Nullable Measured lastMeasured;

  private long pollEnded = System.nanoTime();
  private volatile @Nullable Thread poller;

  /** Whether Connect has committed a transaction since the last poll. */
  private boolean committed;

  private TaskReaders(
      RecordConfig records,
      FlowConfig flow,
      int threads,
      @Nullable TransactionLimits transactions,
      FlushedOffsets.Reader storedOffsets,
      ReaderMemory memory) {
    this.memory = memory.task(flow.readerMemoryMaxBytes(), threads);
    this.flow = flow;
    this.heartbeatTopic = records.heartbeatTopic();
    this.notificationTopic = records.notifications().topic();
    this.queue =
        transactions == null
            ? new ChangeEventQueue(flow.maxQueueBytes(), flow.maxBatchSize())
            : new TransactionQueue(
                flow.maxQueueBytes(),
                transactions,
                this::isOfNoCommit,
                this::commitSplit,
                System::nanoTime);
    this.pool = new ReaderPool(stop, () -> queue.waiting() > 0);
    this.metrics =
        new TaskMetrics(
            new MeasuredTask(tables, flow, queue, pool, this.memory), System::currentTimeMillis);
    this.flushedOffsets = new FlushedOffsets(storedOffsets);
    this.droppedProgress =
        new DroppedProgress(
            this::isHeartbeat,
            record ->
                new HeartbeatRecords(table(record), records)
                    .repeat(record, System.currentTimeMillis()),
            flow.heartbeatInterval(),
            System::nanoTime);
  }

  /** A commit of a table goes on in another transaction. */
  public void commitSplit(String table) {
    TableMetrics measured = tables.get(table);
    if (measured != null) {
      measured.streaming().commitSplit();
    }
  }

  private boolean isHeartbeat(SourceRecord record) {
    return record.topic().equals(heartbeatTopic);
  }

  private boolean isOfNoCommit(SourceRecord record) {
    return isHeartbeat(record)
        || (notificationTopic.isPresent() && record.topic().equals(notificationTopic.get()));
  }

  private static String table(SourceRecord record) {
    return SourceOffsetCodec.tableOf(record.sourcePartition()).orElseThrow();
  }

  /**
   * Starts to read tables on threads of its own; returns at once.
   *
   * @param transactions the limits of the transactions that the connector defines; null if it
   *     defines none
   * @param storedOffsets reads the offsets that Connect has stored
   */
  public static TaskReaders start(
      List<Source> sources,
      RecordConfig records,
      FlowConfig flow,
      @Nullable TransactionLimits transactions,
      FlushedOffsets.Reader storedOffsets) {
    return start(sources, records, flow, transactions, storedOffsets, ReaderMemory.ofWorker());
  }

  static TaskReaders start(
      List<Source> sources,
      RecordConfig records,
      FlowConfig flow,
      FlushedOffsets.Reader storedOffsets) {
    return start(sources, records, flow, storedOffsets, ReaderMemory.ofWorker());
  }

  static TaskReaders start(
      List<Source> sources,
      RecordConfig records,
      FlowConfig flow,
      FlushedOffsets.Reader storedOffsets,
      ReaderMemory memory) {
    return start(sources, records, flow, null, storedOffsets, memory);
  }

  static TaskReaders start(
      List<Source> sources,
      RecordConfig records,
      FlowConfig flow,
      @Nullable TransactionLimits transactions,
      FlushedOffsets.Reader storedOffsets,
      ReaderMemory memory) {
    int threads = Math.min(flow.readerThreads(), sources.size());
    TaskReaders readers =
        new TaskReaders(records, flow, threads, transactions, storedOffsets, memory);
    // All before the first is read, since they share the queue.
    sources.forEach(source -> readers.queue.table(source.config().name()));
    ParkedTables parked = new ParkedTables(sources.size());
    readers.pool.start(
        sources.stream().map(source -> readers.table(source, records, parked)).toList(), threads);
    return readers;
  }

  private ParkableTable table(Source source, RecordConfig records, ParkedTables parked) {
    TableMetrics measured = new TableMetrics(source.config().name(), System::currentTimeMillis);
    tables.put(measured.table(), measured);
    TableSink out = queue.table(measured.table());
    ReachedOffset reached = new ReachedOffset(out);
    HeartbeatRecords heartbeats = new HeartbeatRecords(source.config().name(), records);
    Heartbeat heartbeat =
        new Heartbeat(
            heartbeats, reached, flow.heartbeatInterval(), System::nanoTime, pendingHeartbeats);
    OffsetStore offsets =
        flow.heartbeatInterval().isZero() ? OffsetStore.NOT_AWAITED : flushedOffsets;
    StateHeartbeats states =
        new StateHeartbeats(heartbeats, out, flow.heartbeatInterval(), System::nanoTime);
    return new ParkableTable(
        source.table(),
        source.stored(),
        flow,
        out,
        reached,
        states,
        (table, from, afterFailure) ->
            new ScheduledReader(
                new TableReader(
                    table,
                    source.config(),
                    records,
                    from,
                    reached,
                    memory.table(),
                    offsets,
                    measured),
                flow,
                reached,
                heartbeat,
                states,
                afterFailure,
                stop,
                System::nanoTime),
        parked,
        measured,
        stop,
        System::nanoTime);
  }

  /** Returns what is measured of the task. */
  public TaskMetrics metrics() {
    return metrics;
  }

  /** Returns what is measured of each table. */
  public List<TableMetrics> tableMetrics() {
    return List.copyOf(tables.values());
  }

  /**
   * Returns the next records, in order for each table; waits a short time for the first record.
   * Records that were read before a failure are returned before the failure is thrown, but with
   * transactions of the connector not those of a commit that is not complete.
   *
   * @return null if there are no records, and after {@link #stop}
   * @throws DeltaCdfException the failure that ended the reading
   */
  public @Nullable List<SourceRecord> poll() throws InterruptedException {
    long started = System.nanoTime();
    metrics.sent(started - pollEnded);
    noteDroppedHeartbeats();
    try {
      List<SourceRecord> records = nextRecords();
      if (records != null) {
        noteSent(records);
      }
      return records;
    } finally {
      pollEnded = System.nanoTime();
      metrics.polled(pollEnded - started);
    }
  }

  /**
   * Only now Connect has sent all records of the last poll: with transactions of the connector, it
   * may commit within them too.
   */
  private void noteDroppedHeartbeats() {
    poller = Thread.currentThread();
    if (committed) {
      committed = false;
      droppedProgress.committed().forEach(this::heartbeatDropped);
    }
  }

  /** Notes the last record of each run of records of one table. */
  private void noteSent(List<SourceRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      SourceRecord record = records.get(i);
      boolean isLast = i + 1 == records.size();
      if (isLast || records.get(i + 1).sourcePartition() != record.sourcePartition()) {
        streaming(record).sent(record.sourceOffset());
        if (isHeartbeat(record)) {
          metrics.heartbeat();
        }
      }
    }
  }

  private StreamingMetrics streaming(SourceRecord record) {
    Measured last = lastMeasured;
    if (last == null || last.partition() != record.sourcePartition()) {
      StreamingMetrics found = Objects.requireNonNull(tables.get(table(record))).streaming();
      last = new Measured(record.sourcePartition(), found);
      lastMeasured = last;
    }
    return last.metrics();
  }

  private @Nullable List<SourceRecord> nextRecords() throws InterruptedException {
    Optional<DeltaCdfException> failure = pool.failure();
    List<SourceRecord> records = queue.drain(failure.isPresent() ? 0 : POLL_NANOS);
    if (!queue.isClosed()) {
      records = droppedProgress.handOver(records);
    }
    if (!records.isEmpty()) {
      return records;
    }
    if (failure.isPresent() && !queue.isClosed()) {
      throw failure.get();
    }
    return null;
  }

  /**
   * Notes that Kafka has acknowledged a record that {@link #poll} has returned, or that Connect has
   * dropped it.
   */
  public void completed(SourceRecord record, boolean dropped) {
    boolean heartbeatDropped = droppedProgress.completed(record, dropped);
    if (!dropped) {
      streaming(record).acknowledged(record.sourceOffset());
    }
    if (isHeartbeat(record)) {
      pendingHeartbeats.remove(record);
    }
    if (heartbeatDropped) {
      heartbeatDropped(record);
    }
  }

  private void heartbeatDropped(SourceRecord heartbeat) {
    pendingHeartbeats.remove(heartbeat);
    flushedOffsets.heartbeatDropped(table(heartbeat));
  }

  /**
   * Notes that Connect has stored offsets. With exactly-once support, the thread that polls calls
   * this after each transaction; otherwise, another thread does from time to time.
   */
  public void offsetsFlushed() {
    flushedOffsets.flushed();
    if (Thread.currentThread() == poller) {
      committed = true;
    }
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
