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
    // Stored offsets hold these hashes, so they must never change while the options stay the same.
    assertThat(PlanHash.ofCommits(table("id", "change.feed", "auto")))
        .isEqualTo("9896f91a14437d3d");
    assertThat(PlanHash.ofCommits(table("id", "change.feed", "require")))
        .isEqualTo("172c8060f4c3ff1c");
    assertThat(PlanHash.ofSnapshots(table("id"))).isEqualTo("967ebf9eb47d80fc");
  }

  @Test
  void changesWithTheOptionsThatDetermineTheOrder() {
    Set<String> distinct =
        Set.copyOf(
            List.of(
                PlanHash.ofCommits(table("id")),
                PlanHash.ofCommits(table("id,region")),
                PlanHash.ofCommits(table("region,id")),
                PlanHash.ofCommits(table("")),
                PlanHash.ofCommits(table("id", "commit.consolidation", "none")),
                PlanHash.ofCommits(
                    table("id", "commit.consolidation", "none", "include.preimages", "true")),
                PlanHash.ofCommits(table("id", "consolidation.max.keys", "1000")),
                PlanHash.ofSnapshots(table("id")),
                PlanHash.ofSnapshots(table("region,id"))));
    assertThat(distinct).hasSize(9).allMatch(text -> text.matches("[0-9a-f]{16}"));
  }

  @Test
  void staysTheSameForOptionsThatDoNotDetermineTheOrder() {
    assertThat(
            PlanHash.ofCommits(
                table(
                    "ID",
                    "tables.orders.topic",
                    "other",
                    "decimal.handling.mode",
                    "string",
                    "float.special.handling",
                    "text",
                    "skip.messages.without.change",
                    "false")))
        .isEqualTo(PlanHash.ofCommits(table("id")));
    assertThat(
            PlanHash.ofCommits(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(PlanHash.ofCommits(table("id", "commit.consolidation", "none")));
    assertThat(
            PlanHash.ofSnapshots(
                table("id", "commit.consolidation", "none", "consolidation.max.keys", "1000")))
        .isEqualTo(PlanHash.ofSnapshots(table("ID")));
  }
}
