package io.deltacdf.connect;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;

/** Publishes the change data feed of Delta tables. */
public final class DeltaSourceConnector extends SourceConnector {
  private Map<String, String> config = Map.of();

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    config = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return DeltaSourceTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(config);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return new ConfigDef();
  }
}
