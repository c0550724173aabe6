package io.deltacdf.connect.offset;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.record.RecordFixture;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanHashTest {
  private static TableConfig table(String key, String... options) {
    return new RecordFixture(key, options).table;
  }

  @Test
  void isTheSameInEveryRun() {
    // A stored offset holds it: the text must never change for options that stay the same.
    assertThat(PlanHash.of(table("id", "change.feed", "auto"))).isEqualTo("9896f91a14437d3d");
    assertThat(PlanHash.of(table("id", "change.feed", "require"))).isEqualTo("172c8060f4c3ff1c");
    assertThat(PlanHash.ofSnapshot(table("id"))).isEqualTo("967ebf9eb47d80fc");
  }

  @Test
  void changesWithWhatShapesTheOrder() {
    Set<String> distinct =
        Set.copyOf(
            List.of(
                PlanHash.of(table("id")),
                PlanHash.of(table("id,region")),
                PlanHash.of(table("region,id")),
                PlanHash.of(table("")),
                PlanHash.of(table("id", "commit.consolidation", "none")),
                PlanHash.of(
                    table("id", "commit.consolidation", "none", "include.preimages", "true")),
                PlanHash.of(table("id", "consolidation.max.keys", "1000")),
                PlanHash.ofSnapshot(table("id")),
                PlanHash.ofSnapshot(table("region,id"))));
    assertThat(distinct).hasSize(9).allMatch(text -> text.matches("[0-9a-f]{16}"));
  }

  @Test
  void staysWithWhatDoesNotShapeTheOrder() {
    assertThat(
            PlanHash.of(
                table(
                    "ID",
                    "tables.orders.topic",
                    "other",
                    "decimal.handling.mode",
                    "string",
                    "skip.messages.without.change",
                    "false")))
        .isEqualTo(PlanHash.of(table("id")));
    assertThat(
            PlanHash.of(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(PlanHash.of(table("id", "commit.consolidation", "none")));
    assertThat(
            PlanHash.ofSnapshot(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(PlanHash.ofSnapshot(table("ID")));
  }
}
