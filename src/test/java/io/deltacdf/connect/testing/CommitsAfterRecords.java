package io.deltacdf.connect.testing;

import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;

/** Takes the only request that the task may make of Connect: to commit after a record. */
@FunctionalInterface
public interface CommitsAfterRecords extends TransactionContext {
  @Override
  default void commitTransaction() {
    throw new AssertionError("would commit half a batch when the task is stopped");
  }

  @Override
  default void abortTransaction() {
    throw new AssertionError("stores the offsets");
  }

  @Override
  default void abortTransaction(SourceRecord record) {
    throw new AssertionError("stores the offsets");
  }
}
