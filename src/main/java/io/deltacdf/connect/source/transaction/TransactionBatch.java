package io.deltacdf.connect.source.transaction;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;

/**
 * The records of one transaction, as they are handed over to Connect. Connect sends the records
 * while it iterates over them. If that takes so long that the transaction would time out, which
 * fails the task again and again, the transaction is committed early. Not thread-safe.
 */
final class TransactionBatch extends AbstractList<SourceRecord> implements RandomAccess {
  private final List<SourceRecord> records;
  private final TransactionContext context;
  private final long maxNanos;
  private final Consumer<String> onSplit;
  private final LongSupplier nanoTime;
  private boolean started;
  private long startNanos;

  private TransactionBatch(
      List<SourceRecord> records,
      TransactionContext context,
      long maxNanos,
      Consumer<String> onSplit,
      LongSupplier nanoTime) {
    this.records = records;
    this.context = context;
    this.maxNanos = maxNanos;
    this.onSplit = onSplit;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes a transaction of records, which must not be empty, and asks Connect to commit it with the
   * last of them. Connect does so even if a transform drops that record. A request for the batch
   * would be met by the end of the task as well, in the middle of the batch.
   *
   * @param onSplit is given the table if its commit goes on in another transaction
   */
  static TransactionBatch of(
      List<SourceRecord> records,
      TransactionContext context,
      long maxNanos,
      Consumer<String> onSplit,
      LongSupplier nanoTime) {
    context.commitTransaction(records.get(records.size() - 1));
    return new TransactionBatch(records, context, maxNanos, onSplit, nanoTime);
  }

  @Override
  public SourceRecord get(int index) {
    SourceRecord record = records.get(index);
    long now = nanoTime.getAsLong();
    if (!started) {
      started = true;
      startNanos = now;
    } else if (now - startNanos >= maxNanos && mayEndAt(index)) {
      SplitNotices.warnOfSlowSending(record, index + 1, records.size(), onSplit);
      context.commitTransaction(record);
      startNanos = now;
    }
    return record;
  }

  /** A delete and its tombstone share the key, and are not separated. */
  private boolean mayEndAt(int index) {
    if (index + 1 == records.size()) {
      return false;
    }
    SourceRecord next = records.get(index + 1);
    return next.value() != null || next.key() != records.get(index).key();
  }

  @Override
  public int size() {
    return records.size();
  }
}
