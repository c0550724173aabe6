package io.deltacdf.connect.config;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes the configurations of tasks: each is the unchanged configuration of the connector plus the
 * names of the task's tables. Options keep their names because Connect restores the {@code ${…}} of
 * a config provider in a task's configuration, before it stores it, by the name of the option.
 *
 * <p>Tables are assigned by rendezvous hashing: a table goes to the task for which the hash of both
 * is the highest. Therefore, adding or removing a table moves no other table, and removing a task
 * moves only the tables of this task.
 */
final class TaskConfigs {
  /** The option of a task that names its tables. */
  static final String TASK_TABLES = "task.tables";

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private TaskConfigs() {}

  /** Returns at most {@code maxTasks} configurations, each with at least one table. */
  static List<Map<String, String>> of(
      Map<String, String> connector, List<String> tables, int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (List<String> names : assign(tables, maxTasks)) {
      Map<String, String> config = new HashMap<>(connector);
      config.put(TASK_TABLES, String.join(",", names));
      configs.add(config);
    }
    return configs;
  }

  /** Returns the names of the tables in the configuration of a connector or a task. */
  static List<String> tableNames(Map<String, String> props) {
    List<String> all = ConfigDefs.tableNames(props);
    if (!props.containsKey(TASK_TABLES)) {
      return all;
    }
    List<String> own = List.of(props.get(TASK_TABLES).split(",", -1));
    if (!all.containsAll(own)) {
      throw new ConfigException(TASK_TABLES, own, "Contains a table that is not one of " + all);
    }
    return own;
  }

  /** Returns the tables of each task; tasks without a table are left out. */
  static List<List<String>> assign(List<String> tables, int maxTasks) {
    Map<Integer, List<String>> byTask = new TreeMap<>();
    for (String table : tables) {
      byTask.computeIfAbsent(task(table, maxTasks), task -> new ArrayList<>()).add(table);
    }
    return List.copyOf(byTask.values());
  }

  private static int task(String table, int maxTasks) {
    int best = 0;
    for (int task = 1; task < maxTasks; task++) {
      if (Long.compareUnsigned(weight(table, task), weight(table, best)) > 0) {
        best = task;
      }
    }
    return best;
  }

  private static long weight(String table, int task) {
    return HASHER.hashStream().putString(table).putInt(task).getAsLong();
  }
}
