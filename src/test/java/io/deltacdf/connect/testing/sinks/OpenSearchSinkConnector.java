package io.deltacdf.connect.testing.sinks;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;

/**
 * Imitates Aiven's OpenSearch sink, as of May 2026
 * (github.com/Aiven-Open/opensearch-connector-for-apache-kafka: its option reference, {@code
 * BulkOperationBuilder}, {@code BulkProcessor}). {@link SearchSinkTask} has what it shares with
 * Confluent's sink. It differs in two points: null values are ignored by default, and {@code
 * behavior.on.version.conflict} sets what a version conflict does, which fails the task by default.
 */
public final class OpenSearchSinkConnector extends TestSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return OpenSearchSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return OpenSearchSinkTask.CONFIG;
  }

  /** The task of the connector. */
  public static final class OpenSearchSinkTask extends SearchSinkTask {
    private static final String VERSION_CONFLICT = "behavior.on.version.conflict";
    static final ConfigDef CONFIG =
        SearchSinkConfig.definition("ignore", "index.write.method")
            .define(
                VERSION_CONFLICT,
                Type.STRING,
                "fail",
                ValidString.in("ignore", "warn", "fail"),
                Importance.LOW,
                "How version conflicts are handled");

    @Override
    SearchSinkConfig parse(Map<String, String> options) {
      boolean fails = CONFIG.parse(options).get(VERSION_CONFLICT).equals("fail");
      return new SearchSinkConfig(CONFIG, options, "index.write.method", fails, false);
    }

    @Override
    void createIndex(String index, Schema schema) {
      sender().createIndex(index, mapping(schema));
    }
  }
}
