package io.deltacdf.bench.connect;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;

/**
 * The ceiling of every source connector: it returns records that are ready in memory, in the form
 * in which the Delta connector publishes the benchmark's tables. What remains is Connect's own
 * work: headers, converter, producer, offsets.
 */
public final class ReadyRecordsConnector extends SourceConnector {
  static final String TOPIC = "topic";
  static final String RECORDS = "records";

  private Map<String, String> config = Map.of();

  @Override
  public void start(Map<String, String> props) {
    config = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return ReadyRecordsTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(config);
  }

  @Override
  public void stop() {
    // There is nothing to stop.
  }

  @Override
  public ConfigDef config() {
    return new ConfigDef()
        .define(TOPIC, Type.STRING, Importance.HIGH, "Topic of the records")
        .define(RECORDS, Type.LONG, Importance.HIGH, "Number of records to return");
  }

  @Override
  public String version() {
    return "1";
  }
}
