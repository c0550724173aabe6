package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commits of the fake table are one second apart, in 1970. */
class TableDescriptionTest {
  private static final Instant NOW = Instant.parse("1970-01-08T00:00:05Z");

  private final FakeTable table = new FakeTable("t", 10);
  private final TableState on = FakeStates.state("t", true, "id long, price decimal(9;2)");
  private final TableState off = FakeStates.state("t", false, "id long, price decimal(9;2)");

  @Test
  void saysSinceWhenTheChangeFeedHasBeenOn() throws Exception {
    versions(0, on, on, off, off, on, on);
    TableDescription description = describe(NOW);
    assertThat(description.history().periods())
        .extracting(
            LogHistory.Period::changeFeedOn,
            period -> period.first().version(),
            LogHistory.Period::last)
        .containsExactly(tuple(true, 0L, 1L), tuple(false, 2L, 3L), tuple(true, 4L, 5L));
    assertThat(description.changeFeedSince())
        .contains(new LogHistory.CommitTime(4, Instant.ofEpochSecond(4)));
    assertThat(text(description))
        .contains("on since version 4 (1970-01-01T00:00:04Z)\n", "off in versions 2 to 3");
  }

  @Test
  void saysThatTheFeedMayHaveBeenOnBeforeTheOldestCommit() throws Exception {
    versions(7, on, on);
    TableDescription description = describe(NOW);
    assertThat(description.changeFeedMayBeOnLonger()).isTrue();
    assertThat(text(description)).contains("on since version 7 (1970-01-01T00:00:07Z) or earlier");
  }

  @Test
  void saysHowToTurnTheFeedOn() throws Exception {
    versions(0, off, off);
    TableDescription description = describe(NOW);
    assertThat(description.changeFeedSince()).isEmpty();
    assertThat(text(description)).contains("off; ALTER TABLE");
  }

  @Test
  void theOldestVersionCanBeRemovedFromTheMidnightAfterItsRetention() throws Exception {
    versions(0, on, on);
    TableDescription description = describe(NOW);
    assertThat(description.oldestGoesFrom()).contains(Instant.parse("1970-01-31T00:00:00Z"));
    versions(1, on, on);
    description = describe(Instant.parse("1970-01-08T00:00:05Z"));
    assertThat(description.untilOldestGoes())
        .contains(Duration.between(NOW, Instant.parse("1970-01-31T00:00:00Z")));
    assertThat(text(description)).contains("after 1970-01-31T00:00:00Z, in 22 days 23 hours");
    assertThat(text(describe(Instant.parse("1970-02-01T00:00:00Z"))))
        .contains("with a writer's next checkpoint: its retention ended at 1970-01-31");
  }

  @Test
  void vacuumMayHaveRemovedFilesOfVersionsOlderThanAWeek() throws Exception {
    versions(0, on, on, on, on, on, on, on);
    assertThat(describe(NOW).safeFromVacuum())
        .contains(new LogHistory.CommitTime(5, Instant.ofEpochSecond(5)));
    assertThat(describe(NOW.plusSeconds(60)).safeFromVacuum()).isEmpty();
    assertThat(text(describe(NOW.plusSeconds(60)))).contains("no version");
  }

  @Test
  void aBrokenLogIsDescribedAsAProblem() throws Exception {
    versions(0, on, on);
    table.hook(
        access -> {
          if (access.equals("next 1")) {
            throw DeltaCdfException.permanent(ErrorCode.CORRUPT_COMMIT, "cannot be parsed", null);
          }
        });
    TableDescription description = describe(NOW);
    assertThat(description.history().problem()).isPresent();
    assertThat(text(description))
        .contains("[CORRUPT_COMMIT] cannot be parsed", "price  decimal(9,2)");
  }

  private void versions(long first, TableState... states) {
    long version = first;
    for (TableState state : List.of(states)) {
      table.commit(version, state, state);
      table.snapshot(version, state);
      version++;
    }
  }

  private TableDescription describe(Instant now) throws IOException, InterruptedException {
    return TableDescription.of(
        table, now, new ProgressLine(new PrintWriter(new StringWriter()), false, "commits"));
  }

  private static String text(TableDescription description) {
    StringWriter text = new StringWriter();
    DescriptionText.print(description, new PrintWriter(text));
    return text.toString();
  }
}
