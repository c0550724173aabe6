package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.TableFailurePolicy;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.HeartbeatState;
import io.deltacdf.connect.source.transaction.TableSink;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.storage.TablePaths;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of a task. Its stored offset is read, and its reader is made, by the thread that runs it
 * first. With {@code table.failure.policy=isolate} a failure parks the table: its reader is closed,
 * and from time to time a new one starts at the offset that was reached, as after a restart of the
 * task. The table is parked until that reader publishes something or finds nothing new.
 *
 * <p>Not thread-safe; different threads may run it, one after the other.
 */
final class ParkableTable {
  /** Makes a reader of a table. */
  @FunctionalInterface
  interface ReaderOpener {
    /**
     * @param from the offset to continue from; null if there is none
     * @param afterFailure whether the table is parked, so that failures are not retried at first
     */
    ScheduledReader open(DeltaTable table, @Nullable SourceOffset from, boolean afterFailure);
  }

  private static final Logger LOG = LoggerFactory.getLogger(ParkableTable.class);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long ERROR_INTERVAL_NANOS = TimeUnit.HOURS.toNanos(1);

  private final DeltaTable table;
  private final Supplier<Optional<SourceOffset>> stored;
  private final String store;
  private final TableFailurePolicy policy;
  private final TableSink out;
  private final ReachedOffset reached;
  private final StateHeartbeats states;
  private final ReaderOpener opener;
  private final ParkedTables parkedTables;
  private final TableMetrics metrics;
  private final StopSignal stop;
  private final LongSupplier nanoTime;
  private final GrowingPause pause;
  private boolean offsetRead;
  private @Nullable ScheduledReader reader;

  /** The newest failure while the table is parked. */
  private @Nullable DeltaCdfException parkedBy;

  private long parkedNanos;
  private long lastErrorNanos;

  /**
   * @param stored returns the offset that Connect has stored; empty if there is none
   * @param out the sink of the table's records
   * @param reached the offset that the records of the readers reach
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  ParkableTable(
      DeltaTable table,
      Supplier<Optional<SourceOffset>> stored,
      FlowConfig flow,
      TableSink out,
      ReachedOffset reached,
      StateHeartbeats states,
      ReaderOpener opener,
      ParkedTables parkedTables,
      TableMetrics metrics,
      StopSignal stop,
      LongSupplier nanoTime) {
    this.table = table;
    this.stored = stored;
    this.store = TablePaths.store(table.path());
    this.policy = flow.tableFailurePolicy();
    this.out = out;
    this.reached = reached;
    this.states = states;
    this.opener = opener;
    this.parkedTables = parkedTables;
    this.metrics = metrics;
    this.stop = stop;
    this.nanoTime = nanoTime;
    long shortest = flow.retryDelayMax().toNanos();
    this.pause = new GrowingPause(shortest, Math.max(shortest, LONGEST_PAUSE_NANOS));
  }

  String name() {
    return table.name();
  }

  /** Returns the store of the table, see {@link TablePaths#store}. */
  String store() {
    return store;
  }

  /**
   * Publishes for one time slice.
   *
   * @return the nanoseconds until the next slice; empty if there is no next slice, because the
   *     table is published or the readers are stopping
   * @throws DeltaCdfException a failure that fails the task
   * @throws InterruptedException if the thread was interrupted
   */
  OptionalLong run() throws InterruptedException {
    OptionalLong wait = runSlices();
    wait.ifPresent(out::paused);
    return wait;
  }

  private OptionalLong runSlices() throws InterruptedException {
    OptionalLong wait;
    try {
      ScheduledReader current = reader == null ? open() : reader;
      do {
        wait = current.run();
      } while (wait.isPresent() && wait.getAsLong() == 0 && out.keepsThread());
      resumeIfAdvanced();
    } catch (DeltaCdfException e) {
      return failed(e, e);
    } catch (RuntimeException | Error e) {
      return failed(SourceErrors.unexpected(name(), e), e);
    }
    if (wait.isEmpty() && !stop.isStopping()) {
      parkedTables.complete();
    }
    return wait;
  }

  private ScheduledReader open() {
    if (!offsetRead) {
      reached.startAt(stored.get().orElse(null));
      offsetRead = true;
    }
    Map<String, ?> from = reached.get();
    boolean afterFailure = parkedBy != null;
    ScheduledReader opened =
        opener.open(
            afterFailure ? table.reopened() : table,
            from == null ? null : SourceOffsetCodec.read(name(), from),
            afterFailure);
    reader = opened;
    return opened;
  }

  private OptionalLong failed(DeltaCdfException failure, Throwable cause)
      throws InterruptedException {
    if (stop.isStopping()) {
      // Stopping interrupts reads, so that this failure means nothing.
      return OptionalLong.empty();
    }
    if (reader != null && !isOfVirtualMachine(cause)) {
      reader.failed(failure.code());
    }
    if (!isIsolated(cause)) {
      throw failure;
    }
    resumeIfAdvanced();
    close();
    reader = null;
    parkedTables.park(name(), failure);
    metrics.parked(failure.code());
    long nanos = pause.next();
    logParked(failure, nanos);
    parkedBy = failure;
    states.report(HeartbeatState.PARKED, failure.code(), reached.get());
    return OptionalLong.of(nanos);
  }

  /**
   * Whether only this table is affected by a failure. An error of the virtual machine, such as too
   * little memory, affects all of them. A transaction of Kafka is never open because of the table:
   * with transactions of the connector, records are handed over when theirs is complete.
   */
  private boolean isIsolated(Throwable failure) {
    return policy == TableFailurePolicy.ISOLATE && !isOfVirtualMachine(failure);
  }

  private static boolean isOfVirtualMachine(Throwable failure) {
    for (Throwable t = failure; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof VirtualMachineError) {
        return true;
      }
    }
    return false;
  }

  /** Logs an error for a new failure, and once an hour while it lasts. */
  private void logParked(DeltaCdfException failure, long pauseNanos) {
    long now = nanoTime.getAsLong();
    boolean isNew = parkedBy == null || parkedBy.code() != failure.code();
    if (parkedBy == null) {
      parkedNanos = now;
    }
    if (isNew || now - lastErrorNanos >= ERROR_INTERVAL_NANOS) {
      lastErrorNanos = now;
      LOG.error(
          "Table '{}' has been parked for {} s (table.failure.policy=isolate): nothing of it is"
              + " published, while the other tables of the task go on. It is tried again in {} s,"
              + " and goes on from its offset {} when the cause is removed. {}",
          name(),
          TimeUnit.NANOSECONDS.toSeconds(now - parkedNanos),
          TimeUnit.NANOSECONDS.toSeconds(pauseNanos),
          offsetText(),
          failure.getMessage(),
          isNew && failure.code() == ErrorCode.INTERNAL ? failure.getCause() : null);
    }
    LOG.debug("Table '{}' is parked", name(), failure.withoutSecrets());
  }

  private String offsetText() {
    return Optional.<Object>ofNullable(reached.get()).map(Object::toString).orElse("(none)");
  }

  private void resumeIfAdvanced() throws InterruptedException {
    if (parkedBy != null && reader != null && reader.hasAdvanced()) {
      parkedBy = null;
      pause.restart();
      parkedTables.resume(name());
      LOG.info(
          "Table '{}' is read again; it was parked for {} s",
          name(),
          TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - parkedNanos));
      states.reportRunning(reached.get());
    }
  }

  /** Closes the reader, if there is one. */
  void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
