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

  /**
   * Accepts the two records of one change. The first carries the offset before the change, so they
   * must be handed over together: a restart between them would repeat the first.
   */
  default void acceptPair(SourceRecord first, int firstSize, SourceRecord second, int secondSize)
      throws InterruptedException {
    accept(first, firstSize);
    accept(second, secondSize);
  }

  /** Tells that all records of the version are accepted. */
  default void versionEnded() {}

  /** Tells that the other records of the version, if there are any, will not follow. */
  default void versionAbandoned() {}
}
