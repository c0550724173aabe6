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
    assertThat(Fingerprint.of(table("id", "change.feed", "auto"))).isEqualTo("9896f91a14437d3d");
    assertThat(Fingerprint.of(table("id", "change.feed", "require"))).isEqualTo("172c8060f4c3ff1c");
    assertThat(Fingerprint.ofSnapshot(table("id"))).isEqualTo("967ebf9eb47d80fc");
  }

  @Test
  void changesWithWhatShapesTheOrder() {
    Set<String> distinct =
        Set.copyOf(
            List.of(
                Fingerprint.of(table("id")),
                Fingerprint.of(table("id,region")),
                Fingerprint.of(table("region,id")),
                Fingerprint.of(table("")),
                Fingerprint.of(table("id", "commit.consolidation", "none")),
                Fingerprint.of(
                    table("id", "commit.consolidation", "none", "include.preimages", "true")),
                Fingerprint.of(table("id", "consolidation.max.keys", "1000")),
                Fingerprint.ofSnapshot(table("id")),
                Fingerprint.ofSnapshot(table("region,id"))));
    assertThat(distinct).hasSize(9).allMatch(text -> text.matches("[0-9a-f]{16}"));
  }

  @Test
  void staysWithWhatDoesNotShapeTheOrder() {
    assertThat(
            Fingerprint.of(
                table(
                    "ID",
                    "tables.orders.topic",
                    "other",
                    "decimal.handling.mode",
                    "string",
                    "skip.messages.without.change",
                    "false")))
        .isEqualTo(Fingerprint.of(table("id")));
    assertThat(
            Fingerprint.of(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(Fingerprint.of(table("id", "commit.consolidation", "none")));
    assertThat(
            Fingerprint.ofSnapshot(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(Fingerprint.ofSnapshot(table("ID")));
  }
}
