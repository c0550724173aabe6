package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedOperationsTest {
  @Test
  void appliesToAllTablesThatDoNotOverrideIt() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "skipped.operations", "c, u", "tables.orders.skipped.operations", "none"))
            .tables();

    assertThat(tables)
        .extracting(TableConfig::skippedOperations)
        .containsExactly(SkippedOperations.NONE, new SkippedOperations(true, true, false));
  }

  @ParameterizedTest
  @CsvSource({
    "'c,none', '''none'' cannot be combined with other operations'",
    "t, '''t'' is not one of c, u, d, none'",
    "r, '''r'' is not one of c, u, d, none'",
    "'d,d', '''d'' is listed twice'",
  })
  void invalidOperationsAreErrors(String value, String problem) {
    assertThat(Props.errors(Props.validAnd("skipped.operations", value), "skipped.operations"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  @Test
  void skippingAllChangesIsAnError() {
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("tables.orders.skipped.operations", "d,u,c"))
                .errors())
        .containsExactly(
            "tables.orders.skipped.operations: No change of table 'orders' would be published. If"
                + " you want a snapshot only, set snapshot.mode=initial_only instead");
  }

  @Test
  void preimagesOfSkippedUpdatesAreAnError() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "skipped.operations", "u",
                        "tables.orders.commit.consolidation", "none",
                        "tables.orders.include.preimages", "true"))
                .errors())
        .singleElement()
        .asString()
        .startsWith("tables.orders.include.preimages: Preimages of table 'orders' cannot be");
  }

  @Test
  void optionsForTheFormOfDeletesAreErrorsIfAllTablesSkipDeletes() {
    Map<String, String> props =
        Props.validAnd("skipped.operations", "d", "delete.tombstone.handling.mode", "tombstone");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .containsExactly(
            "delete.tombstone.handling.mode: Has no effect, because skipped.operations skips the"
                + " deletes of all tables. Remove this option");
    props.put("tables.orders.skipped.operations", "none");
    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }

  @Test
  void aTableWithoutAKeyThatSkipsDeletesNeedsNoChangeType() {
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.key", null,
            "tables.orders.commit.consolidation", "none",
            "tables.orders.skipped.operations", "d",
            "value.metadata.columns", "");

    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }
}
