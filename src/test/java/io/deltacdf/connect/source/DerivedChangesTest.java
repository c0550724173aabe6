package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads commits with and without a change data feed. */
class DerivedChangesTest {
  private static final TableState ON = Orders.STATE;
  private static final TableState OFF = FakeStates.state("id-1", false, "id long, name string");

  private final FakeTable table = new FakeTable("orders", 2);

  /** The change data feed is on in version 0, off in versions 1 to 4 and on from version 5. */
  @BeforeEach
  void makeCommits() {
    table.commit(0, ON, ON, added("0", ON, insert(1L, "a"), insert(2L, "b")));
    table.commit(1, ON, OFF);
    table.commit(2, OFF, OFF, added("2", OFF, insert(3L, "c")));
    table.commit(3, OFF, OFF);
    table.commit(
        4,
        OFF,
        OFF,
        removed("0", OFF, delete(1L, "a"), delete(2L, "b")),
        added("4", OFF, insert(1L, "A"), insert(2L, "b"), insert(4L, "d")));
    table.commit(5, OFF, ON);
    table.commit(
        6,
        ON,
        ON,
        List.of(cdc("6-cdc", ON, preimage(1L, "A"), postimage(1L, "B"))),
        List.of(
            removed("4", ON, delete(1L, "A"), delete(2L, "b"), delete(4L, "d")),
            added("6", ON, insert(1L, "B"), insert(2L, "b"), insert(4L, "d"))));
    table.snapshot(6, ON);
  }

  private static TableConfig config(String... options) {
    List<String> all = new ArrayList<>(List.of("start.version", "0"));
    all.addAll(List.of(options));
    return Options.orders(all.toArray(String[]::new));
  }

  @Test
  void C33_eachSwitchLogsOneWarningAndDerivedCommitsAreCounted() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (CapturedLog log = new CapturedLog(DerivedCommits.class);
        TableReader reader = ReaderRuns.reader(table, config(), Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);

      assertThat(reader.metrics().streaming().derivedCommits()).isEqualTo(2);
      assertThat(log.warnings())
          .satisfiesExactly(
              off -> assertThat(off).contains("'orders'", "is off at version 2", "by key"),
              on -> assertThat(on).contains("'orders'", "from version 6 on"));
    }
    // Row 2 was copied in version 4; of version 6 only the change file is read.
    assertThat(texts(records))
        .startsWith("0: 1 a", "0: 2 b", "2: 3 c", "4: 1 A", "4: 4 d", "6: 1 B")
        .hasSize(6);
  }

  @Test
  void deriveReadsNoChangeFilesAndLogsNoSwitch() throws Exception {
    table.hook(access -> assertThat(access).doesNotStartWith("read 6-cdc"));
    List<SourceRecord> records = new ArrayList<>();
    try (CapturedLog log = new CapturedLog(DerivedCommits.class);
        TableReader reader =
            ReaderRuns.reader(table, config("change.feed", "derive"), Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);

      assertThat(reader.metrics().streaming().derivedCommits()).isEqualTo(4);
      assertThat(log.warnings()).isEmpty();
    }
    assertThat(texts(records))
        .containsExactly("0: 1 a", "0: 2 b", "2: 3 c", "4: 1 A", "4: 4 d", "6: 1 B");
  }

  @Test
  void withoutConsolidationOnlyAppendsCanBeDerived() {
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader =
        ReaderRuns.reader(table, config("commit.consolidation", "none"), Optional.empty(), records);

    assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CHANGE_FEED_OFF);
              assertThat(e.isRetriable()).isFalse();
            })
        .hasMessageContainingAll(
            "Version 4",
            "'orders'",
            "commit.consolidation=key",
            "delta.enableRowTracking",
            "delta.enableChangeDataFeed = true");
    assertThat(texts(records)).containsExactly("0: 1 a", "0: 2 b", "2: 3 c");
  }

  @Test
  void C33_requireFailsWithTheCommitAndTheAlternative() {
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader =
        ReaderRuns.reader(table, config("change.feed", "require"), Optional.empty(), records);

    assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
        .hasMessageContainingAll("Version 2", "'orders'", "change.feed=auto");
    assertThat(texts(records)).containsExactly("0: 1 a", "0: 2 b");
  }

  @Test
  void derivedChangesFollowASnapshotTakenWhileTheChangeFeedIsOff() throws Exception {
    FakeTable off = new FakeTable("orders", 2);
    off.snapshot(3, OFF, added("0", OFF, insert(1L, "a"), insert(2L, "b")));
    off.commit(4, OFF, OFF, removed("0", OFF, delete(1L, "a"), delete(2L, "b")));

    assertThat(texts(ReaderRuns.run(off, Options.orders(), Optional.empty())))
        .startsWith("3: 1 a")
        .hasSize(4)
        .contains("4: 1 deleted", "4: 2 deleted");
  }

  /** A position in the data files of a commit is not valid in its change files, or the reverse. */
  @Test
  void aChangedChangeFeedOptionRestartsAnInterruptedVersion() throws Exception {
    SourceRecord interrupted = ReaderRuns.run(table, config(), Optional.empty()).get(3);
    assertThat(interrupted.sourceOffset().get("file")).isEqualTo("4");

    assertThat(texts(ReaderRuns.run(table, config(), offset(interrupted))))
        .containsExactly("4: 4 d", "6: 1 B");
    assertThat(texts(ReaderRuns.run(table, config("change.feed", "derive"), offset(interrupted))))
        .containsExactly("4: 1 A", "4: 4 d", "6: 1 B");
  }
}
