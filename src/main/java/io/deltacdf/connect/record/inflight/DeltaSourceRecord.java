package io.deltacdf.connect.record.inflight;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of this connector. Each record is equal only to itself: with exactly-once support,
 * Connect keeps the records of a transaction in a map, for which the superclass would hash whole
 * rows and would make one record of two equal ones. {@link SourceRecord#newRecord}, which
 * transforms call, returns a plain record.
 */
public final class DeltaSourceRecord extends SourceRecord {
  // The links of the list in InFlightRecords, which has the lock.
  @Nullable DeltaSourceRecord previous;
  @Nullable DeltaSourceRecord next;
  boolean inFlight;

  public DeltaSourceRecord(
      Map<String, ?> sourcePartition,
      Map<String, ?> sourceOffset,
      String topic,
      @Nullable Integer partition,
      @Nullable Schema keySchema,
      @Nullable Object key,
      @Nullable Schema valueSchema,
      @Nullable Object value,
      @Nullable Long timestamp,
      @Nullable Iterable<Header> headers) {
    super(
        sourcePartition,
        sourceOffset,
        topic,
        partition,
        keySchema,
        key,
        valueSchema,
        value,
        timestamp,
        headers);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
