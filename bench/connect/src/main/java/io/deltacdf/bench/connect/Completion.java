package io.deltacdf.bench.connect;

import io.deltacdf.bench.ChangeCounts;
import io.deltacdf.bench.Meter;
import java.time.Duration;

/**
 * Waits until a topic holds every change of a table. The number of records depends on whether the
 * changes of a key in a commit are consolidated, so that there are two complete counts. A topic is
 * complete when it has stayed at one of them for a while. The meter is stopped at the last record.
 * With transactions, their ends count as records until the topic is complete, and then the records
 * are counted one by one.
 */
final class Completion {
  private static final long POLL_MILLIS = 50;
  private static final Duration SETTLED = Duration.ofSeconds(Integer.getInteger("settled", 5));
  private static final Duration STALLED = Duration.ofSeconds(120);
  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(2);

  private final Worker worker;
  private final Topics topics;
  private final ChangeCounts counts;
  private final Meter meter;
  private final boolean transactions;
  private long records;
  private double firstSeconds;

  Completion(Worker worker, Topics topics, ChangeCounts counts, Meter meter, boolean transactions) {
    this.worker = worker;
    this.topics = topics;
    this.counts = counts;
    this.meter = meter;
    this.transactions = transactions;
  }

  /** Returns the number of records in the topic, including deletes. */
  long records() {
    return records;
  }

  /** From the meter's start until the first record was seen. */
  double firstSeconds() {
    return firstSeconds;
  }

  void await(String connector, String topic) throws Exception {
    long lastChange = System.nanoTime();
    long lastCheck = lastChange;
    while (true) {
      long now = System.nanoTime();
      long count = topics.records(topic);
      if (count != records) {
        meter.mark();
        firstSeconds = records == 0 ? meter.seconds() : firstSeconds;
        records = count;
        lastChange = now;
      } else if (transactions && records >= counts.keys() && now - lastChange > SETTLED.toNanos()) {
        records = topics.committedRecords(topic);
        if (!isComplete()) {
          throw new IllegalStateException(
              records + " committed records instead of " + counts.keys() + ", see " + worker.log());
        }
        return;
      } else if (!transactions && isComplete() && now - lastChange > SETTLED.toNanos()) {
        return;
      } else if (now - lastChange > STALLED.toNanos()) {
        throw new IllegalStateException(
            "no new record for "
                + STALLED.toSeconds()
                + (" s at " + records + " of " + counts.events() + " (one for each event) or ")
                + (counts.keys() + " (one for each key and version), see " + worker.log()));
      }
      if (now - lastCheck > STATUS_INTERVAL.toNanos()) {
        failIfFailed(connector);
        lastCheck = now;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private boolean isComplete() {
    return records == counts.events() || records == counts.keys();
  }

  private void failIfFailed(String connector) throws Exception {
    if (!worker.alive()) {
      throw new IllegalStateException("the worker has ended, see " + worker.log());
    }
    worker.rest().check(connector);
  }
}
