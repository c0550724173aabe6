package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TaskConfigsTest {
  private static final List<String> TABLES =
      IntStream.range(0, 40).mapToObj(i -> "table" + i).toList();

  @Test
  void keepsEveryOptionUnchangedUnderItsOwnName() {
    Map<String, String> props =
        Props.validAnd(
            "hadoop.fs.s3a.secret.key", "${file:/etc/secrets:key}",
            "value.converter.x", " kept as it is ",
            "tables", "orders , customers");

    for (Map<String, String> task : new DeltaSourceConfig(props).taskConfigs(4)) {
      Map<String, String> rest = new HashMap<>(task);
      assertThat(rest.remove("task.tables")).isNotEmpty();
      assertThat(rest).isEqualTo(props);
    }
  }

  @Test
  void aTaskReadsOnlyItsOwnTables() {
    DeltaSourceConfig connector = new DeltaSourceConfig(Props.valid());
    List<TableConfig> seen = new ArrayList<>();

    for (Map<String, String> task : connector.taskConfigs(2)) {
      List<TableConfig> tables = new DeltaSourceConfig(task).tables();
      assertThat(tables).isNotEmpty();
      seen.addAll(tables);
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(connector.tables());
  }

  @Test
  void aSingleTaskHasAllTablesInTheirOrder() {
    assertThat(TaskConfigs.assign(TABLES, 1)).containsExactly(TABLES);
  }

  @Test
  void everyTableGoesToOneTaskAndEveryTaskHasATable() {
    for (int max = 1; max <= 100; max += 3) {
      List<List<String>> tasks = TaskConfigs.assign(TABLES, max);

      assertThat(tasks).hasSizeLessThanOrEqualTo(max).noneMatch(List::isEmpty);
      assertThat(tasks.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(TABLES);
    }
  }

  @Test
  void tasksHaveSimilarNumbersOfTables() {
    assertThat(TaskConfigs.assign(TABLES, 4)).hasSize(4).allMatch(task -> task.size() >= 4);
  }

  @Test
  void addingATableMovesNoOtherTable() {
    List<List<String>> before = TaskConfigs.assign(TABLES.subList(0, 39), 5);
    List<List<String>> after = TaskConfigs.assign(TABLES, 5);

    assertThat(after)
        .hasSameSizeAs(before)
        .zipSatisfy(
            before,
            (now, then) ->
                assertThat(now.stream().filter(table -> !table.equals("table39")).toList())
                    .isEqualTo(then));
  }

  @Test
  void removingATaskMovesOnlyItsTables() {
    List<List<String>> five = TaskConfigs.assign(TABLES, 5);
    List<List<String>> four = TaskConfigs.assign(TABLES, 4);

    for (int task = 0; task < 4; task++) {
      assertThat(four.get(task)).containsAll(five.get(task));
    }
  }

  @Test
  void theAssignmentIsTheSameInEveryRelease() {
    assertThat(TaskConfigs.assign(List.of("orders", "customers", "items", "stock"), 3))
        .containsExactly(List.of("orders", "customers", "items"), List.of("stock"));
  }

  @Test
  void aTaskWithAnUnknownTableIsAnError() {
    Map<String, String> props = Props.validAnd("task.tables", "orders,gone");

    assertThatThrownBy(() -> new DeltaSourceConfig(props))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("task.tables");
  }
}
