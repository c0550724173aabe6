package io.deltacdf.connect.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The configuration of a connector, or of one of its tasks, which has fewer tables and else the
 * same. The options themselves are in one class per group: {@link TableOptions}, {@link
 * SourceOptions}, {@link RecordOptions}, {@link FlowOptions}, {@link ErrorOptions} and {@link
 * StorageOptions}.
 */
public final class DeltaSourceConfig extends AbstractConfig {
  /** The options that do not depend on the tables' names. */
  public static final ConfigDef CONFIG_DEF = ConfigDefs.fixed();

  private final Map<String, String> given;
  private final List<String> tableNames;

  /**
   * @throws ConfigException with every error there is in the options' form
   */
  public DeltaSourceConfig(Map<String, String> props) {
    super(ConfigDefs.of(ConfigDefs.tableNames(props)), valid(props), false);
    this.given = new HashMap<>(props);
    this.tableNames = TaskConfigs.tableNames(props);
  }

  /** Looks at the options' form and says everything that is wrong with it. */
  public static ConfigValidation validate(Map<String, String> props) {
    ConfigValidation validation = ConfigValidation.of(props);
    if (props.containsKey(TaskConfigs.TASK_TABLES)) {
      validation.error(
          TaskConfigs.TASK_TABLES, "The connector sets this itself for its tasks: remove it");
    }
    return validation;
  }

  /** The names in {@code tables}, whatever else is wrong with the options. */
  public static List<String> tableNames(Map<String, String> props) {
    return ConfigDefs.tableNames(props);
  }

  private static Map<String, String> valid(Map<String, String> props) {
    ConfigValidation.of(props).throwIfInvalid();
    return ConfigDefs.withoutNulls(props);
  }

  /** The tables to publish, in the order of {@code tables}: all of them, or those of the task. */
  public List<TableConfig> tables() {
    TableConfigParser reader = new TableConfigParser(this::get, originals()::containsKey);
    return tableNames.stream().map(reader::read).toList();
  }

  public RecordConfig records() {
    return RecordOptions.read(this::get);
  }

  public FlowConfig flow() {
    return new FlowConfigParser(this::get).read();
  }

  /** {@code hadoop.*} with the prefix cut off. */
  public Map<String, String> hadoop() {
    return StorageOptions.hadoop(originalsStrings());
  }

  /**
   * The configurations of at most {@code maxTasks} tasks, each with at least one table and with
   * every option as it was given. A table that is added or removed moves no other to another task.
   */
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return TaskConfigs.of(given, tableNames, maxTasks);
  }

  /** The options of this connector that are set or have a default, without any secret. */
  @Override
  public String toString() {
    Map<String, Object> shown = new TreeMap<>(values());
    shown.values().removeIf(value -> value == null);
    hadoop()
        .forEach(
            (name, value) ->
                shown.put(StorageOptions.HADOOP_PREFIX + name, Secrets.show(name, value)));
    return shown.toString();
  }
}
