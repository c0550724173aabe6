package io.deltacdf.connect.config;

import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.option.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes the configurations of tasks: each consists of the unchanged options of the connector and of
 * the task's tables, plus the names of these tables. Options of other tables are left out, so that
 * the size of a task's configuration does not grow with the number of tasks. Options keep their
 * names because Connect restores the {@code ${…}} of a config provider in a task's configuration,
 * before it stores it, by the name of the option.
 */
final class TaskConfigs {
  /** The option of a task that names its tables. */
  static final String TASK_TABLES = "task.tables";

  /** The option of a task that has its number, as Debezium's connectors have it. */
  static final String TASK_ID = "task.id";

  /** The options that the connector sets for its tasks. */
  static final Set<String> OPTIONS = Set.of(TASK_TABLES, TASK_ID);

  private static final String ISOLATE =
      ErrorOptions.TABLE_FAILURE_POLICY.text(TableFailurePolicy.ISOLATE);

  private TaskConfigs() {}

  /** Returns at most {@code maxTasks} configurations, each with at least one table. */
  static List<Map<String, String>> of(
      Map<String, String> connector, List<String> tables, int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (List<String> names : TaskAssignment.of(tables, maxTasks)) {
      Map<String, String> config = withoutOthers(connector, names);
      config.put(TASK_TABLES, String.join(",", names));
      config.put(TASK_ID, Integer.toString(configs.size()));
      if (DiscoveryConfig.isIn(connector)) {
        config.putIfAbsent(ErrorOptions.TABLE_FAILURE_POLICY.name(), ISOLATE);
      }
      configs.add(config);
    }
    return configs;
  }

  /**
   * Returns the configuration of a connector unchanged, and that of a task as that of a connector
   * with only the task's tables. The option {@code tables} of a task may still name all tables,
   * because Connect restores it if it is a {@code ${…}}.
   */
  static Map<String, String> own(Map<String, String> props) {
    String taskTables = props.get(TASK_TABLES);
    if (taskTables == null) {
      return props;
    }
    List<String> all = ConfigDefs.tableNames(props);
    List<String> own = List.of(taskTables.split(",", -1));
    if (!own.stream().allMatch(table -> all.contains(table) || isDiscovered(table, props))) {
      throw new ConfigException(TASK_TABLES, own, "Contains a table that is not one of " + all);
    }
    return withoutOthers(props, own);
  }

  private static boolean isDiscovered(String table, Map<String, String> props) {
    return DiscoveryConfig.isIn(props) && props.containsKey(TableOptions.PATH.nameFor(table));
  }

  private static Map<String, String> withoutOthers(Map<String, String> props, List<String> tables) {
    Map<String, String> kept = new HashMap<>(props);
    Set<String> own = new HashSet<>(tables);
    kept.keySet().removeIf(name -> Option.tableOf(name).filter(t -> !own.contains(t)).isPresent());
    if (!own.equals(Set.copyOf(ConfigDefs.tableNames(props)))) {
      kept.put(TableOptions.TABLES.name(), String.join(",", tables));
    }
    return kept;
  }
}
