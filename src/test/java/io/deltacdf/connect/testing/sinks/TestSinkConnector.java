package io.deltacdf.connect.testing.sinks;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkConnector;

/** The base class of the sink connectors. Each task gets the unchanged options of the connector. */
public abstract class TestSinkConnector extends SinkConnector {
  private Map<String, String> options = Map.of();

  @Override
  public void start(Map<String, String> props) {
    options = Map.copyOf(props);
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return Collections.nCopies(maxTasks, options);
  }

  @Override
  public void stop() {}

  @Override
  public String version() {
    return "test";
  }
}
