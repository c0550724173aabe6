package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TaskConfigsTest {
  private static final Map<String, String> PROPS =
      Props.validAnd(
          "hadoop.fs.s3a.secret.key", "${file:/etc/secrets:key}",
          "value.converter.x", " kept as it is ",
          "tables", "orders , customers");

  @Test
  void aSingleTaskKeepsEveryOptionUnchanged() {
    Map<String, String> task = new HashMap<>(new DeltaSourceConfig(PROPS).taskConfigs(4).get(0));
    Map<String, String> only = new DeltaSourceConfig(PROPS).taskConfigs(1).get(0);

    assertThat(task).isNotEqualTo(only);
    Map<String, String> rest = new HashMap<>(only);
    assertThat(rest.remove("task.tables")).isEqualTo("orders,customers");
    assertThat(rest.remove("task.id")).isEqualTo("0");
    assertThat(rest).isEqualTo(PROPS);
  }

  @Test
  void aTaskKeepsTheOptionsOfTheConnectorAndOfItsOwnTablesUnchanged() {
    List<Map<String, String>> tasks = new DeltaSourceConfig(PROPS).taskConfigs(4);

    assertThat(tasks).hasSize(2);
    for (Map<String, String> task : tasks) {
      String own = task.get("task.tables");
      Map<String, String> expected = new HashMap<>(PROPS);
      expected.put("tables", own);
      expected.put("task.tables", own);
      expected.put("task.id", Integer.toString(tasks.indexOf(task)));
      String other = own.equals("orders") ? "customers" : "orders";
      expected.keySet().removeIf(name -> name.startsWith("tables." + other + "."));
      assertThat(task).isEqualTo(expected);
    }
  }

  @Test
  void aTaskReadsOnlyItsOwnTables() {
    DeltaSourceConfig connector = new DeltaSourceConfig(Props.valid());
    List<TableConfig> seen = new ArrayList<>();

    for (Map<String, String> task : connector.taskConfigs(2)) {
      List<TableConfig> tables = new DeltaSourceConfig(task).tables();
      assertThat(tables).hasSize(1);
      seen.addAll(tables);
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(connector.tables());
  }

  /**
   * Connect puts the text of the connector's option back wherever it has a variable, and replaces
   * the variable again before it starts the task.
   */
  @Test
  void aTaskReadsOnlyItsOwnTablesIfConnectRestoresVariables() {
    Map<String, String> raw =
        Props.validAnd(
            "tables", "${file:/etc/lake:tables}",
            "tables.orders.path", "${file:/etc/lake:orders}",
            "tables.customers.path", "${file:/etc/lake:customers}");
    Map<String, String> values = Props.valid();

    for (Map<String, String> task : new DeltaSourceConfig(values).taskConfigs(2)) {
      Map<String, String> stored = new HashMap<>(task);
      stored.replaceAll((name, value) -> hasVariable(raw, name) ? raw.get(name) : value);
      assertThat(stored.values()).doesNotContain("/data/orders", "s3a://bucket/customers");
      Map<String, String> started = new HashMap<>(stored);
      started.replaceAll((name, value) -> hasVariable(raw, name) ? values.get(name) : value);

      assertThat(new DeltaSourceConfig(started).tables())
          .isEqualTo(new DeltaSourceConfig(task).tables());
    }
  }

  private static boolean hasVariable(Map<String, String> raw, String name) {
    return raw.getOrDefault(name, "").startsWith("${");
  }

  @Test
  void aTaskWithTheOptionsOfAllTablesReadsOnlyItsOwn() {
    Map<String, String> props = Props.validAnd("task.tables", "customers");

    assertThat(new DeltaSourceConfig(props).tables())
        .extracting(TableConfig::name)
        .containsExactly("customers");
  }

  @Test
  void aTaskWithAnUnknownTableIsAnError() {
    Map<String, String> props = Props.validAnd("task.tables", "orders,gone");

    assertThatThrownBy(() -> new DeltaSourceConfig(props))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("task.tables");
  }
}
