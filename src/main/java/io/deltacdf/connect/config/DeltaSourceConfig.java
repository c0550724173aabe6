package io.deltacdf.connect.config;

import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * The configuration of a connector or of one of its tasks. A task has the same options but fewer
 * tables. Each group of options is declared in a class of its own: {@link TableOptions}, {@link
 * SourceOptions}, {@link RecordOptions}, {@link FlowOptions}, {@link ErrorOptions} and {@link
 * StorageOptions}.
 */
public final class DeltaSourceConfig extends AbstractConfig {
  /** The options of the connector, which do not depend on the names of the tables. */
  public static final ConfigDef CONFIG_DEF = ConfigDefs.ofConnector();

  private final Map<String, String> given;
  private final List<TableConfig> tables;
  private final RecordConfig records;
  private final FlowConfig flow;

  /**
   * Parses a configuration.
   *
   * @throws ConfigException with every error that is found without reading a table
   */
  public DeltaSourceConfig(Map<String, String> props) {
    this(TaskConfigs.own(props), new HashMap<>(props));
  }

  private DeltaSourceConfig(Map<String, String> props, Map<String, String> given) {
    super(ConfigDefs.of(ConfigDefs.tableNames(props)), valid(props), false);
    this.given = given;
    this.tables =
        ConfigDefs.tableNames(props).stream().map(new TableConfigParser(this::get)::parse).toList();
    this.records = new RecordConfigParser(this::get).parse();
    this.flow = new FlowConfigParser(this::get).parse();
  }

  /** Validates a configuration without reading a table, and returns every error. */
  public static ConfigValidation validate(Map<String, String> props) {
    ConfigValidation validation = ConfigValidation.of(props);
    TaskConfigs.OPTIONS.stream()
        .filter(props::containsKey)
        .forEach(
            option ->
                validation.error(
                    option,
                    "The connector sets this option for its tasks. Remove it from the"
                        + " configuration"));
    return validation;
  }

  /** Returns the valid names in {@code tables}, whatever else is wrong with the configuration. */
  public static List<String> tableNames(Map<String, String> props) {
    return ConfigDefs.tableNames(props);
  }

  /**
   * Returns the {@code snapshot.request} of a table, whatever is wrong with the configuration;
   * empty if none is set.
   */
  public static Optional<String> snapshotRequest(Map<String, String> props, String table) {
    String option = TableOptions.SNAPSHOT_REQUEST.nameFor(table);
    Object request = ConfigDef.parseType(option, props.get(option), Type.STRING);
    return request instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }

  private static Map<String, String> valid(Map<String, String> props) {
    ConfigValidation.of(props).throwIfInvalid();
    return ConfigDefs.withoutNulls(props);
  }

  /** Returns the tables to publish, in the order of {@code tables}: all, or those of the task. */
  public List<TableConfig> tables() {
    return tables;
  }

  /** Returns the form of records. */
  public RecordConfig records() {
    return records;
  }

  /** Returns how fast a task reads and how it retries. */
  public FlowConfig flow() {
    return flow;
  }

  /** Returns {@code store.requests.per.second}, if it is set. */
  public OptionalInt storeRequestsPerSecond() {
    return FlowOptions.storeRequestsPerSecond(this::get);
  }

  /** Returns how Connect creates the topics of this connector. */
  public TopicCreation topicCreation() {
    return new TopicCreation(given);
  }

  /** Returns whether the connector is configured to define its transactions. */
  public boolean definesTransactions() {
    return ConnectOptions.definesTransactions(given);
  }

  /** Returns the prefix of the names of topics. */
  public String topicPrefix() {
    return TableOptions.TOPIC_PREFIX.from(this::get);
  }

  /** Returns the number of the task; 0 in the configuration of a connector. */
  public String taskId() {
    return given.getOrDefault(TaskConfigs.TASK_ID, "0");
  }

  /** Returns the {@code hadoop.*} options by their Hadoop names. */
  public Map<String, String> hadoop() {
    return StorageOptions.hadoop(originalsStrings());
  }

  /**
   * Returns the configurations of at most {@code maxTasks} tasks, each with at least one table and
   * with every option of the connector and of its tables unchanged. Adding or removing a table
   * moves few other tables to another task.
   */
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return taskConfigs(maxTasks, List.of());
  }

  /**
   * Returns the configurations of at most {@code maxTasks} tasks for the tables of this connector
   * together with discovered ones, which are given to the tasks as if they were listed.
   */
  public List<Map<String, String>> taskConfigs(int maxTasks, List<DiscoveredTable> discovered) {
    Map<String, String> options = new HashMap<>(given);
    discovered.forEach(table -> table.addTo(options));
    List<String> names =
        Stream.concat(
                tables.stream().map(TableConfig::name),
                discovered.stream().map(DiscoveredTable::name))
            .toList();
    return TaskConfigs.of(options, names, maxTasks);
  }

  /** Returns whether Connect can store the configuration of a task. */
  public static boolean isStorable(Map<String, String> taskConfig) {
    return ConfigSize.of(taskConfig) <= ConfigSize.MAX_BYTES;
  }

  /** Returns where tables are discovered; empty if they are all listed. */
  public Optional<DiscoveryConfig> discovery() {
    return DiscoveryConfig.parse(this::get);
  }

  /** Returns the options as they were given. */
  public Map<String, String> given() {
    return Map.copyOf(ConfigDefs.withoutNulls(given));
  }

  /** Returns the options of this connector that have a value, without secrets. */
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
