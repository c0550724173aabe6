package io.deltacdf.connect.record;

import org.apache.kafka.connect.source.SourceRecord;

/** Accepts records in their order. */
@FunctionalInterface
public interface RecordSink {
  /**
   * Accepts a record. Blocks while there is no room for it.
   *
   * @param sizeInBytes about how many bytes the record occupies on the heap
   * @throws InterruptedException if the task is stopped
   */
  void accept(SourceRecord record, int sizeInBytes) throws InterruptedException;
}
