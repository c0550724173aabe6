package io.deltacdf.connect.testing.sinks;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/**
 * The common behaviour of Confluent's Elasticsearch sink and Aiven's OpenSearch sink, which have a
 * common origin. Each topic has an index with its name in lower case, which is created at the first
 * record. {@link BulkActions} converts records to actions. A bulk has at most {@code batch.size}
 * records, and several bulks may be in progress at the same time.
 */
abstract class SearchSinkTask extends SinkTask {
  private final Set<String> indexes = new HashSet<>();
  private SearchSinkConfig config;
  private BulkActions actions;
  private BulkSender sender;

  abstract SearchSinkConfig parse(Map<String, String> options);

  /**
   * Creates an index at the first write of this task, unless the index exists.
   *
   * @param schema the schema of the first record's value; null if it has none, as a tombstone
   */
  abstract void createIndex(String index, Schema schema);

  @Override
  public void start(Map<String, String> options) {
    config = parse(options);
    actions = new BulkActions(config);
    sender = new BulkSender(config, context.errantRecordReporter());
  }

  /** Returns the mapping of a new index for a schema. It is empty if the schema is ignored. */
  final Map<String, Object> mapping(Schema schema) {
    return config.ignoresSchema() ? Map.of() : Mappings.of(schema);
  }

  final BulkSender sender() {
    return sender;
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    for (SinkRecord record : records) {
      String index = record.topic().toLowerCase(Locale.ROOT);
      if (indexes.add(index)) {
        createIndex(index, record.valueSchema());
      }
      BulkAction action = actions.of(index, record);
      if (action != null) {
        sender.add(action);
      }
    }
    // The default of linger.ms is 1, so the sink does not wait for more records.
    sender.send();
  }

  @Override
  public void flush(Map<TopicPartition, OffsetAndMetadata> offsets) {
    sender.flush();
  }

  @Override
  public void stop() {
    if (sender != null) {
      sender.close();
    }
  }

  @Override
  public String version() {
    return "test";
  }
}
