package io.deltacdf.connect.source.transaction;

import java.time.Duration;

/**
 * When a commit is handed over in more than one transaction.
 *
 * @param maxRecords {@code transaction.max.records}: how many records a transaction has at most
 * @param maxTime {@code transaction.max.ms}: how long the records of a commit wait for the rest of
 *     it, and how long a transaction of Kafka stays open
 * @param maxBytes the approximate size of the records of a transaction
 */
public record TransactionLimits(int maxRecords, Duration maxTime, long maxBytes) {
  /** How much of the heap the records of a transaction may occupy. */
  private static final int HEAP_FRACTION = 8;

  /** Returns limits with the size that the heap of the worker allows. */
  public static TransactionLimits of(int maxRecords, Duration maxTime) {
    return new TransactionLimits(
        maxRecords, maxTime, Runtime.getRuntime().maxMemory() / HEAP_FRACTION);
  }
}
