package io.deltacdf.connect.source.transaction;

import io.deltacdf.connect.config.FlowConfig;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that the connector defines, if Connect lets it: with exactly-once support and
 * {@code transaction.boundary=connector}. Each batch that a task hands over is then a transaction.
 * None is ever aborted: Connect would store the offsets of its records all the same.
 */
public final class ConnectorTransactions {
  private final @Nullable TransactionContext context;
  private final TransactionLimits limits;

  /**
   * @param context what Connect gives to the task; null if Connect itself defines transactions, or
   *     uses none
   */
  public ConnectorTransactions(@Nullable TransactionContext context, FlowConfig flow) {
    this.context = context;
    this.limits = TransactionLimits.of(flow.transactionMaxRecords(), flow.transactionMaxTime());
  }

  /** Returns the limits of transactions, or null if the connector defines none. */
  public @Nullable TransactionLimits limits() {
    return context == null ? null : limits;
  }

  /**
   * Returns what to hand over to Connect for the records of one transaction.
   *
   * @param onSplit is given a table if its commit goes on in another transaction
   */
  public @Nullable List<SourceRecord> handOver(
      @Nullable List<SourceRecord> records, Consumer<String> onSplit) {
    return context == null || records == null || records.isEmpty()
        ? records
        : TransactionBatch.of(
            records, context, limits.maxTime().toNanos(), onSplit, System::nanoTime);
  }
}
