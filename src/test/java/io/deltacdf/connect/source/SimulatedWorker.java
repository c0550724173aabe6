package io.deltacdf.connect.source;

import io.deltacdf.connect.DeltaSourceTask;
import io.deltacdf.connect.TaskContexts;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CommitsAfterRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Does with a task what a worker of Connect does with it, and is killed after any record. What is
 * published, and which offsets are stored, survives.
 */
final class SimulatedWorker implements AutoCloseable {
  /** When records are committed, together with their offsets. */
  enum Delivery {
    /** Each record is published when it is sent, and offsets are stored later. */
    AT_LEAST_ONCE,
    /** {@code transaction.boundary=poll} with exactly-once support, and the others. */
    POLL,
    CONNECTOR,
    INTERVAL
  }

  private static final long MAX_SECONDS = 90;

  private final Map<String, String> props;
  private final Delivery delivery;
  private final Random random;
  private final Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();

  /** What the current run has published, in order, without what is not committed. */
  private final List<SourceRecord> published = new ArrayList<>();

  /** The same by transactions, or by records without transactions. */
  private final List<List<SourceRecord>> transactions = new ArrayList<>();

  /** How many of the published records have stored offsets. */
  private int flushed;

  private int acknowledged;
  private final List<SourceRecord> open = new ArrayList<>();
  private @Nullable SourceRecord requested;
  private final List<CompletableFuture<Void>> stopping = new ArrayList<>();

  SimulatedWorker(Map<String, String> props, Delivery delivery, Random random) {
    this.props = props;
    this.delivery = delivery;
    this.random = random;
  }

  /** Returns what the last run has published. */
  List<SourceRecord> published() {
    return published;
  }

  /** Returns the records of the last run whose offsets are stored. */
  List<SourceRecord> flushed() {
    return published.subList(0, flushed);
  }

  /** Returns what the last run has committed, one transaction after the other. */
  List<List<SourceRecord>> transactions() {
    return transactions;
  }

  /** Returns how far a table is published; empty if nothing of it is. */
  Optional<SourceOffset> reached(String table) {
    Map<String, ?> last = stored.get(table);
    for (SourceRecord record : published) {
      if (record.sourcePartition().get("table").equals(table)) {
        last = record.sourceOffset();
      }
    }
    return Optional.ofNullable(last).map(offset -> SourceOffsetCodec.read(table, offset));
  }

  /**
   * Runs a new task.
   *
   * @param killedAfter how many records it hands over before the worker is killed
   * @param done ends the run earlier; all offsets are stored then
   */
  void run(int killedAfter, BooleanSupplier done) throws InterruptedException {
    published.clear();
    transactions.clear();
    open.clear();
    flushed = 0;
    acknowledged = 0;
    DeltaSourceTask task = new DeltaSourceTask();
    task.initialize(
        TaskContexts.of(
            new HashMap<>(stored) {
              @Override
              public Map<String, Object> get(Object table) {
                return stored.get(table);
              }
            },
            () -> {},
            delivery == Delivery.CONNECTOR ? new Requests() : null));
    try {
      task.start(props);
      if (poll(task, killedAfter, done)) {
        acknowledge(task, published.size());
        flush(task);
      }
    } finally {
      // A task waits for acknowledgements, which do not come after a kill.
      stopping.add(CompletableFuture.runAsync(task::stop, stop -> new Thread(stop).start()));
    }
  }

  @Override
  public void close() {
    CompletableFuture.allOf(stopping.toArray(CompletableFuture[]::new)).join();
  }

  /** Returns false if the worker is killed. */
  private boolean poll(DeltaSourceTask task, int killedAfter, BooleanSupplier done)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    int handedOver = 0;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "Nothing more comes after %d records, of which %s are open"
                .formatted(handedOver, open));
      }
      List<SourceRecord> batch = task.poll();
      for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
        if (handedOver++ >= killedAfter) {
          return false;
        }
        send(task, record);
      }
      if (delivery == Delivery.POLL || (delivery == Delivery.INTERVAL && random.nextInt(3) == 0)) {
        commit(task);
      } else if (delivery == Delivery.AT_LEAST_ONCE) {
        acknowledge(task, acknowledged + random.nextInt(published.size() - acknowledged + 1));
        if (random.nextBoolean()) {
          flush(task);
        }
      }
    }
    return true;
  }

  private void send(DeltaSourceTask task, SourceRecord record) {
    if (delivery == Delivery.AT_LEAST_ONCE) {
      published.add(record);
      return;
    }
    open.add(record);
    task.commitRecord(record, metadata(record));
    if (record == requested) {
      commit(task);
    }
  }

  private static RecordMetadata metadata(SourceRecord record) {
    return new RecordMetadata(new TopicPartition(record.topic(), 0), 0, 0, 0, 0, 0);
  }

  private void commit(DeltaSourceTask task) {
    if (!open.isEmpty()) {
      transactions.add(List.copyOf(open));
      published.addAll(open);
      open.clear();
      acknowledged = published.size();
      flush(task);
    }
  }

  private void acknowledge(DeltaSourceTask task, int count) {
    for (; acknowledged < count; acknowledged++) {
      SourceRecord record = published.get(acknowledged);
      task.commitRecord(record, metadata(record));
    }
  }

  private void flush(DeltaSourceTask task) {
    for (; flushed < acknowledged; flushed++) {
      SourceRecord record = published.get(flushed);
      @SuppressWarnings("unchecked")
      Map<String, Object> offset = (Map<String, Object>) record.sourceOffset();
      stored.put((String) record.sourcePartition().get("table"), offset);
    }
    task.commit();
  }

  /** The task may only ask for a commit after a record. */
  private final class Requests implements CommitsAfterRecords {
    @Override
    public void commitTransaction(SourceRecord record) {
      requested = record;
    }
  }
}
