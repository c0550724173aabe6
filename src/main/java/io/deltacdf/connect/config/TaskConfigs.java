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
 * What each task is given: the connector's configuration word for word and the names of its tables.
 * Connect puts a config provider's {@code ${…}} back in place of the secret before it stores a
 * task's configuration, but only under the option's own name.
 *
 * <p>Tables are spread by rendezvous hash: a table goes to the task for which the hash of both is
 * highest. So a table that comes or goes moves no other, and one task less moves only that task's
 * tables.
 */
final class TaskConfigs {
  /** In a task's configuration: the names of its tables. */
  static final String TASK_TABLES = "task.tables";

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private TaskConfigs() {}

  /** At most {@code maxTasks} configurations, each with at least one table. */
  static List<Map<String, String>> of(
      Map<String, String> connector, List<String> tables, int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (List<String> names : spread(tables, maxTasks)) {
      Map<String, String> config = new HashMap<>(connector);
      config.put(TASK_TABLES, String.join(",", names));
      configs.add(config);
    }
    return configs;
  }

  /** The names of the tables of a connector's, or of a task's, configuration. */
  static List<String> tableNames(Map<String, String> props) {
    List<String> all = ConfigDefs.tableNames(props);
    if (!props.containsKey(TASK_TABLES)) {
      return all;
    }
    List<String> own = List.of(props.get(TASK_TABLES).split(",", -1));
    if (!all.containsAll(own)) {
      throw new ConfigException(TASK_TABLES, own, "Names a table that is not in " + all);
    }
    return own;
  }

  /** The tables of each task, tasks without a table left out. */
  static List<List<String>> spread(List<String> tables, int maxTasks) {
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
