package io.deltacdf.connect.config;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Assigns tables to tasks by rendezvous hashing with bounded load. Each pair of a table and a task
 * has a weight, which is the hash of both. Pairs are tried from the highest weight to the lowest,
 * and a table goes to the first task that has room. There are as many tasks as possible, each has a
 * table, and no task has two tables more than another.
 *
 * <p>The result depends on the names of the tables and not on their order. If a table is added, a
 * table that it displaces goes to a task for which its weight is lower, where it may displace a
 * table with a still lower weight. Weights fall along such a chain, so a chain reaches each task at
 * most once, and so does the chain of tables that move up into the room of the additional table.
 * Therefore, a new or removed table moves fewer other tables than twice the number of tasks. The
 * average is much lower: two of 500 tables for 10 tasks, and three for 100 tasks.
 */
final class TaskAssignment {
  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private TaskAssignment() {}

  /**
   * Returns the tables of each task.
   *
   * @param tables the names of the tables; each task keeps their order
   */
  static List<List<String>> of(List<String> tables, int maxTasks) {
    int tasks = Math.min(tables.size(), maxTasks);
    // Only pairs whose weights have the same upper bits are tried in the order of these names.
    List<String> names = tables.stream().sorted().toList();
    int[] taskOf = new int[names.size()];
    Arrays.fill(taskOf, -1);
    int[] sizes = new int[tasks];
    int size = tasks == 0 ? 0 : names.size() / tasks;
    int larger = tasks == 0 ? 0 : names.size() % tasks;
    long[] pairs = pairs(names, tasks);
    long mask = mask(pairs.length);
    for (int i = pairs.length - 1; i >= 0; i--) {
      int pair = (int) (pairs[i] & mask);
      int table = pair / tasks;
      int task = pair % tasks;
      if (taskOf[table] >= 0) {
        continue;
      }
      if (sizes[task] < size || (sizes[task] == size && larger > 0)) {
        larger -= sizes[task] == size ? 1 : 0;
        sizes[task]++;
        taskOf[table] = task;
      }
    }
    List<List<String>> assigned =
        Stream.generate(() -> (List<String>) new ArrayList<String>()).limit(tasks).toList();
    for (String table : tables) {
      assigned.get(taskOf[Collections.binarySearch(names, table)]).add(table);
    }
    return assigned;
  }

  /** Returns all pairs by weight; the lower bits of each are the number of the pair. */
  private static long[] pairs(List<String> names, int tasks) {
    long[] pairs = new long[names.size() * tasks];
    long mask = mask(pairs.length);
    for (int table = 0; table < names.size(); table++) {
      for (int task = 0; task < tasks; task++) {
        int pair = table * tasks + task;
        pairs[pair] = (weight(names.get(table), task) & ~mask) | pair;
      }
    }
    Arrays.sort(pairs);
    return pairs;
  }

  private static long mask(int count) {
    return count == 0 ? 0 : 2 * Long.highestOneBit(count) - 1;
  }

  private static long weight(String table, int task) {
    return HASHER.hashStream().putString(table).putInt(task).getAsLong();
  }
}
