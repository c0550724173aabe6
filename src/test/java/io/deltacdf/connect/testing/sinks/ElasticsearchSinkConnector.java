package io.deltacdf.connect.testing.sinks;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;

/**
 * Imitates Confluent's Elasticsearch sink, as of July 2026
 * (github.com/confluentinc/kafka-connect-elasticsearch: {@code DataConverter}, {@code
 * ElasticsearchClient}, {@code ElasticsearchSinkTask}). See {@link SearchSinkTask} for what it has
 * in common with Aiven's; its own: null values fail unless told otherwise, empty keys are refused,
 * and a conflict with an external version is what a repeated record makes, and passes.
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

  /** Its task. */
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
