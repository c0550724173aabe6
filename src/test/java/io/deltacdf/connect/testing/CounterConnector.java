package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/**
 * A connector for tests of the harness. It publishes consecutive numbers, starting at its offset,
 * ten records per poll.
 */
public final class CounterConnector extends SourceConnector {
  private static final ConfigDef CONFIG =
      new ConfigDef()
          .define("topic", Type.STRING, Importance.HIGH, "Where to count")
          .define("until", Type.INT, 100, Range.atLeast(0), Importance.HIGH, "Where to end")
          .define("fail.at", Type.INT, -1, Importance.LOW, "Which number to fail at");

  private Map<String, String> config = Map.of();

  @Override
  public String version() {
    return "7";
  }

  @Override
  public void start(Map<String, String> props) {
    config = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return CounterTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(config);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return CONFIG;
  }

  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
    return true;
  }

  /** The task that counts. */
  public static final class CounterTask extends SourceTask {
    private static final Map<String, String> PARTITION = Map.of("counter", "0");

    private String topic = "";
    private int until;
    private int failAt;
    private int next;

    @Override
    public String version() {
      return "7";
    }

    @Override
    public void start(Map<String, String> props) {
      Map<String, Object> config = CONFIG.parse(props);
      topic = (String) config.get("topic");
      until = (Integer) config.get("until");
      failAt = (Integer) config.get("fail.at");
      Map<String, Object> offset = context.offsetStorageReader().offset(PARTITION);
      next = offset == null ? 0 : ((Number) offset.get("count")).intValue() + 1;
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
      List<SourceRecord> records = new ArrayList<>();
      for (int i = 0; i < 10 && next < until; i++, next++) {
        if (next == failAt) {
          throw new IllegalStateException("Told to fail at " + failAt);
        }
        records.add(
            new SourceRecord(PARTITION, Map.of("count", next), topic, Schema.INT32_SCHEMA, next));
      }
      if (records.isEmpty()) {
        Thread.sleep(50);
      }
      return records;
    }

    @Override
    public void stop() {}
  }
}
