package io.deltacdf.connect.demo;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record of the connector's topic.
 *
 * @param operation {@code read} (a row of the snapshot), {@code insert}, {@code update} or {@code
 *     delete}
 * @param key the key's JSON
 * @param version the table's version that the event belongs to
 * @param value the row's JSON with the metadata columns; null for a delete
 */
record Event(String operation, String key, long version, String value) {
  private static final String CHANGE_TYPE = "delta.change.type";
  private static final String COMMIT_VERSION = "delta.commit.version";

  static Event of(ConsumerRecord<byte[], byte[]> record, RecordForm form) {
    String changeType = header(record, CHANGE_TYPE);
    return new Event(
        changeType.equals("update_postimage") ? "update" : changeType,
        form.json(record.topic(), record.key(), true),
        Long.parseLong(header(record, COMMIT_VERSION)),
        form.json(record.topic(), record.value(), false));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    if (header == null) {
      throw new IllegalStateException(
          "The record at offset %d of topic %s has no header %s"
              .formatted(record.offset(), record.topic(), name));
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
