package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedOperationsTest {
  @Test
  void holdsForAllTablesThatSetNoneOfTheirOwn() {
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
    "'c,none', '''none'' goes with nothing else'",
    "t, '''t'' is none of c, u, d, none'",
    "r, '''r'' is none of c, u, d, none'",
    "'d,d', '''d'' is named twice'",
  })
  void refusesWhatItDoesNotKnow(String value, String problem) {
    assertThat(Props.errors(Props.validAnd("skipped.operations", value), "skipped.operations"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  @Test
  void whoSkipsAllChangesWantsASnapshot() {
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("tables.orders.skipped.operations", "d,u,c"))
                .errors())
        .containsExactly(
            "tables.orders.skipped.operations: No change of table 'orders' would be published: for"
                + " its snapshot alone set snapshot.mode=initial_only");
  }

  @Test
  void preimagesOfUpdatesThatAreSkippedMakeNoSense() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "skipped.operations", "u",
                        "tables.orders.commit.consolidation", "none",
                        "tables.orders.include.preimages", "true"))
                .errors())
        .singleElement()
        .asString()
        .startsWith("tables.orders.include.preimages: The updates of table 'orders' are not");
  }

  @Test
  void howDeletesLookMeansNothingWhereAllTablesSkipThem() {
    Map<String, String> props =
        Props.validAnd("skipped.operations", "d", "delete.tombstone.handling.mode", "tombstone");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .containsExactly(
            "delete.tombstone.handling.mode: No table's deletes are published"
                + " (skipped.operations): remove this option");
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
