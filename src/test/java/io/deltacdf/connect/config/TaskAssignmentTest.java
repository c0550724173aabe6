package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskAssignmentTest {
  private static List<String> tables(int count) {
    return IntStream.range(0, count).mapToObj(i -> "sales_" + i).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 10, 49, 50, 51, 500})
  void thereAreAsManyTasksAsPossibleAndTheyDifferByOneTableAtMost(int maxTasks) {
    for (int count = 1; count <= 120; count++) {
      List<String> tables = tables(count);
      List<List<String>> tasks = TaskAssignment.of(tables, maxTasks);

      int size = count / tasks.size();
      assertThat(tasks)
          .hasSize(Math.min(count, maxTasks))
          .allMatch(task -> task.size() == size || task.size() == size + 1);
      assertThat(tasks.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(tables);
    }
  }

  @Test
  void withoutTablesThereAreNoTasks() {
    assertThat(TaskAssignment.of(List.of(), 3)).isEmpty();
  }

  @Test
  void aSingleTaskHasAllTablesInTheirOrder() {
    assertThat(TaskAssignment.of(tables(40), 1)).containsExactly(tables(40));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 60, 100})
  void theOrderOfTheTablesDoesNotMatter(int maxTasks) {
    List<String> shuffled = new ArrayList<>(tables(60));
    Collections.shuffle(shuffled, new Random(1));

    assertThat(taskByTable(shuffled, maxTasks)).isEqualTo(taskByTable(tables(60), maxTasks));
  }

  /** The bound follows from the falling weights along a chain of displaced tables. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 10, 20, 50, 500})
  void addingOrRemovingATableMovesFewOthers(int maxTasks) {
    int step = maxTasks <= 10 ? 1 : maxTasks <= 50 ? 5 : 49;
    long all = 0;
    long changes = 0;
    for (int count = 2; count <= 500; count += step) {
      Map<String, Integer> before = taskByTable(tables(count), maxTasks);
      Map<String, Integer> after = taskByTable(tables(count + 1), maxTasks);
      long moved = before.keySet().stream().filter(t -> moves(t, before, after)).count();

      assertThat(moved).as("tables %d", count).isLessThan(2L * Math.min(count + 1, maxTasks));
      all += moved;
      changes++;
    }
    assertThat((double) all / changes).as("moved on average").isLessThan(6);
  }

  private static boolean moves(
      String table, Map<String, Integer> before, Map<String, Integer> after) {
    return !before.get(table).equals(after.get(table));
  }

  /** Workers of two releases may make the configurations of tasks during an upgrade. */
  @Test
  void theAssignmentIsTheSameInEveryRelease() {
    assertThat(TaskAssignment.of(List.of("orders", "customers", "items", "stock"), 3))
        .containsExactly(List.of("customers"), List.of("stock"), List.of("orders", "items"));
  }

  private static Map<String, Integer> taskByTable(List<String> tables, int maxTasks) {
    List<List<String>> tasks = TaskAssignment.of(tables, maxTasks);
    Map<String, Integer> byTable = new HashMap<>();
    for (int task = 0; task < tasks.size(); task++) {
      for (String table : tasks.get(task)) {
        byTable.put(table, task);
      }
    }
    return byTable;
  }
}
