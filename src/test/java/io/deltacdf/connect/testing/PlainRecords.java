package io.deltacdf.connect.testing;

import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** Records to compare by their content: those of the connector are equal only to themselves. */
public final class PlainRecords {
  private PlainRecords() {}

  public static List<SourceRecord> of(List<? extends SourceRecord> records) {
    return records.stream().map(PlainRecords::of).toList();
  }

  public static SourceRecord of(SourceRecord record) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        record.headers());
  }
}
