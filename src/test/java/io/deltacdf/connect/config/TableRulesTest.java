package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableRulesTest {
  @Test
  void aTableWithoutAKeyNeedsConsolidationNone() {
    Map<String, String> props = Props.validAnd("tables.orders.key", null);

    assertThat(Props.errors(props, "tables.orders.key"))
        .singleElement()
        .asString()
        .contains("Table 'orders' has no key", "tables.orders.commit.consolidation=none");
    props.put("tables.orders.commit.consolidation", "none");
    assertThat(new DeltaSourceConfig(props).tables())
        .extracting(TableConfig::consolidation)
        .containsExactly(Consolidation.NONE, Consolidation.KEY);
  }

  @Test
  void consolidationNoneMayBeSetForAllTables() {
    assertThat(
            new DeltaSourceConfig(
                    Props.validAnd(
                        "tables.orders.key", null,
                        "commit.consolidation", "none",
                        "tables.customers.commit.consolidation", "key"))
                .tables())
        .extracting(TableConfig::consolidation)
        .containsExactly(Consolidation.NONE, Consolidation.KEY);
  }

  @Test
  void aTableInheritsTheKeyOfTheConnectorUnlessItsOwnIsEmpty() {
    assertThat(
            new DeltaSourceConfig(
                    Props.validAnd(
                        "key", "id",
                        "tables.orders.key", null,
                        "tables.customers.key", "",
                        "tables.customers.commit.consolidation", "none"))
                .tables())
        .extracting(TableConfig::key)
        .containsExactly(List.of("id"), List.of());
  }

  @Test
  void deletesOfATableWithoutAKeyNeedTheChangeType() {
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.key", null,
            "commit.consolidation", "none",
            "value.metadata.columns", "");

    assertThat(Props.errors(props, "value.metadata.columns"))
        .singleElement()
        .asString()
        .contains("'orders'", "_change_type", "delete.tombstone.handling.mode=drop");
    props.put("delete.tombstone.handling.mode", "drop");
    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }

  @Test
  void preimagesNeedConsolidationNoneAndTheChangeType() {
    Map<String, String> props = Props.validAnd("tables.orders.include.preimages", "true");

    assertThat(Props.errors(props, "tables.orders.include.preimages"))
        .singleElement()
        .asString()
        .contains("table 'orders'", "tables.orders.commit.consolidation=none");
    props.put("tables.orders.commit.consolidation", "none");
    assertThat(new DeltaSourceConfig(props).tables())
        .extracting(TableConfig::includePreimages)
        .containsExactly(true, false);
    props.put("value.metadata.columns", "_commit_version");
    assertThat(Props.errors(props, "tables.orders.include.preimages"))
        .singleElement()
        .asString()
        .contains("_change_type", "value.metadata.columns");
  }

  @Test
  void preimagesForAllTablesAreAnErrorIfATableConsolidates() {
    Map<String, String> props =
        Props.validAnd(
            "include.preimages", "true",
            "commit.consolidation", "none",
            "tables.customers.commit.consolidation", "key");

    assertThat(Props.errors(props, "include.preimages"))
        .singleElement()
        .asString()
        .contains("'customers'", "tables.customers.include.preimages=false");
    props.put("tables.customers.include.preimages", "false");
    assertThat(new DeltaSourceConfig(props).tables())
        .extracting(TableConfig::includePreimages)
        .containsExactly(true, false);
  }

  @Test
  void twoTablesMustNotHaveTheSameTopic() {
    Map<String, String> props =
        Props.validAnd("tables.orders.topic", "all", "tables.customers.topic", "all");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith("tables.customers.topic: ")
        .contains("The topic 'all' already belongs to table 'orders'", "a topic of its own");
  }

  @Test
  void aTopicMustDifferFromTheDefaultTopicOfAnotherTable() {
    assertThat(
            Props.errors(
                Props.validAnd("tables.orders.topic", "shop.customers"), "tables.customers.topic"))
        .hasSize(1);
  }

  @Test
  void aTableMayNameItsTopic() {
    assertThat(new DeltaSourceConfig(Props.validAnd("tables.orders.topic", "o")).tables())
        .extracting(TableConfig::topic)
        .containsExactly("o", "shop.customers");
  }
}
