package io.deltacdf.connect.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static TableConfig table(String key, String... options) {
    return new RecordFixture(key, options).table;
  }

  @Test
  void isTheSameInEveryRun() {
    // A stored offset holds it: the text must never change for options that stay the same.
    assertThat(Fingerprint.of(table("id"))).isEqualTo("56f1356d29a450aa");
  }

  @Test
  void changesWithKeyAndConsolidation() {
    Set<String> distinct =
        Set.copyOf(
            List.of(
                Fingerprint.of(table("id")),
                Fingerprint.of(table("id,region")),
                Fingerprint.of(table("region,id")),
                Fingerprint.of(table("")),
                Fingerprint.of(table("id", "commit.consolidation", "none"))));
    assertThat(distinct).hasSize(5).allMatch(text -> text.matches("[0-9a-f]{16}"));
  }

  @Test
  void staysWithWhatDoesNotShapeTheOrder() {
    assertThat(
            Fingerprint.of(
                table("ID", "tables.orders.topic", "other", "decimal.handling.mode", "string")))
        .isEqualTo(Fingerprint.of(table("id")));
  }
}
