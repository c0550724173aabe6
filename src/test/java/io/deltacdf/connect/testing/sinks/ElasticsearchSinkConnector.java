package io.deltacdf.connect.testing.sinks;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;

/**
 * Imitates Confluent's Elasticsearch sink, as of July 2026
 * (github.com/confluentinc/kafka-connect-elasticsearch: {@code DataConverter}, {@code
 * ElasticsearchClient}, {@code ElasticsearchSinkTask}). {@link SearchSinkTask} has what it shares
 * with Aiven's sink. It differs in three points: null values fail the task by default, empty keys
 * are rejected, and a conflict with an external version is ignored, because repeated records cause
 * it.
 */
public final class ElasticsearchSinkConnector extends TestSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return ElasticsearchSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return ElasticsearchSinkTask.CONFIG;
  }

  /** The task of the connector. */
  public static final class ElasticsearchSinkTask extends SearchSinkTask {
    static final ConfigDef CONFIG = SearchSinkConfig.definition("fail", "write.method");

    @Override
    SearchSinkConfig parse(Map<String, String> options) {
      return new SearchSinkConfig(CONFIG, options, "write.method", false, true);
    }

    @Override
    void createIndex(String index, Schema schema) {
      if (!sender().indexExists(index)) {
        sender().createIndex(index, mapping(schema));
      }
    }
  }
}
