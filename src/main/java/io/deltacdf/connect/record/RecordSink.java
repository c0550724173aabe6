package io.deltacdf.connect.record;

import org.apache.kafka.connect.source.SourceRecord;

/** Takes records in their order. */
@FunctionalInterface
public interface RecordSink {
  /**
   * Takes one record; blocks while whoever comes behind is slow.
   *
   * @param sizeInBytes about what the record holds on the heap
   * @throws InterruptedException when the feed is stopped
   */
  void accept(SourceRecord record, int sizeInBytes) throws InterruptedException;
}
