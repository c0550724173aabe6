package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatRulesTest {
  @Test
  void tombstonesOnDeleteAppliesToEnvelopesOnly() {
    Map<String, String> props = Props.validAnd("tombstones.on.delete", "true");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith("tombstones.on.delete: ")
        .contains("record.format=debezium", "delete.tombstone.handling.mode");
    props.put("record.format", "debezium");
    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "delete.tombstone.handling.mode, tombstone, tombstones.on.delete",
    "delete.tombstone.handling.mode, rewrite, tombstones.on.delete",
    "value.metadata.columns, _commit_version, commit_version",
    "value.metadata.columns, '', commit_version",
    "include.preimages, true, 'before'",
    "tables.orders.include.preimages, true, 'before'"
  })
  void optionsOfRowsAreErrorsWithEnvelopes(String option, String value, String instead) {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "record.format", "Debezium", "commit.consolidation", "none", option, value))
                .errors())
        .singleElement()
        .asString()
        .startsWith(option + ": ")
        .contains("record.format=debezium", instead);
  }

  @ParameterizedTest
  @ValueSource(strings = {"include.preimages", "tables.orders.include.preimages"})
  void preimagesMayBeTurnedOffWithEnvelopes(String option) {
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("record.format", "debezium", option, "false"))
                .errors())
        .isEmpty();
  }

  @Test
  void anUnknownFormatIsTheOnlyError() {
    assertThat(
            Props.errors(
                Props.validAnd("record.format", "envelope", "tombstones.on.delete", "true"),
                "record.format"))
        .singleElement()
        .asString()
        .contains("row, debezium");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd("record.format", "envelope", "tombstones.on.delete", "true"))
                .errors())
        .hasSize(1);
  }

  @Test
  void envelopesNeedNoChangeTypeForATableWithoutAKey() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "record.format", "debezium",
                        "tables.orders.key", null,
                        "tables.orders.commit.consolidation", "none"))
                .errors())
        .isEmpty();
  }
}
