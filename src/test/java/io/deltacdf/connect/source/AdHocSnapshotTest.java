package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.CHANGES_FROM_4;
import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.concat;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.FakeTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** {@code snapshot.request}: a new snapshot at the version of the offset, with no gap after it. */
class AdHocSnapshotTest {
  private static final List<String> SNAPSHOT_3 =
      List.of("3: 1 a", "3: 2 b", "3: 3 c", "3: 4 d", "3: 5 e");
  private static final List<String> SNAPSHOT_4 =
      List.of("4: 1 A", "4: 33 c", "4: 4 D", "4: 5 e", "4: 6 f");
  private static final TableConfig AGAIN = Options.orders("snapshot.request", "again");

  private final FakeTable table = Orders.table(2);

  AdHocSnapshotTest() {
    table.snapshot(
        4,
        STATE,
        added("a", STATE, insert(1L, "A"), insert(33L, "c"), insert(4L, "D")),
        added("b", STATE, insert(5L, "e"), insert(6L, "f")));
  }

  private List<SourceRecord> run(TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    return ReaderRuns.run(table, config, stored);
  }

  private static Optional<SourceOffset> stored(Map<String, ?> offset) {
    return Optional.of(SourceOffsetCodec.read("orders", offset));
  }

  private static String snapshotId(SourceRecord record) {
    Header header = record.headers().lastWithName("delta.snapshot.id");
    return header == null ? null : (String) header.value();
  }

  /** After each record the rest follows, and the request is not applied again. */
  private void assertEachOffsetResumesWithTheRest(List<SourceRecord> records)
      throws InterruptedException {
    for (int i = 0; i < records.size(); i++) {
      assertThat(run(AGAIN, offset(records.get(i))))
          .as("after %s", records.get(i).sourceOffset())
          .isEqualTo(records.subList(i + 1, records.size()));
      assertThat(records.get(i).sourceOffset().get("snapshot_request")).isEqualTo("again");
    }
  }

  @Test
  void publishesTheRowsAtTheOffsetAndThenTheChangesAfterIt() throws Exception {
    List<SourceRecord> records = run(AGAIN, stored(Map.of("version", 3)));

    assertThat(texts(records)).isEqualTo(concat(SNAPSHOT_3, CHANGES_FROM_4));
    assertThat(snapshotId(records.get(0))).startsWith("3-");
    assertThat(snapshotId(records.get(5))).isNull();
    assertEachOffsetResumesWithTheRest(records);
  }

  @Test
  void anInterruptedVersionIsCompletedFirst() throws Exception {
    SourceRecord interrupted = run(Options.orders("start.version", "4")).get(1);

    List<SourceRecord> records = run(AGAIN, offset(interrupted));

    assertThat(texts(records))
        .isEqualTo(
            concat(
                CHANGES_FROM_4.subList(2, 6),
                concat(SNAPSHOT_4, CHANGES_FROM_4.subList(6, CHANGES_FROM_4.size()))));
    assertThat(records.get(3).sourceOffset()).doesNotContainKey("snapshot_request");
    assertEachOffsetResumesWithTheRest(records.subList(4, records.size()));
  }

  @Test
  void endVersionAppliesAfterTheInterruptedVersion() throws Exception {
    SourceRecord interrupted = run(Options.orders("start.version", "4")).get(1);

    assertThat(
            texts(
                run(
                    Options.orders("snapshot.request", "again", "end.version", "4"),
                    offset(interrupted))))
        .isEqualTo(concat(CHANGES_FROM_4.subList(2, 6), SNAPSHOT_4));
    assertThat(
            run(
                Options.orders("snapshot.request", "again", "end.version", "3"),
                offset(interrupted)))
        .isEmpty();
  }

  @Test
  void anInterruptedSnapshotIsReplacedByANewOne() throws Exception {
    SourceRecord interrupted = run(Options.orders(), Optional.empty()).get(0);

    List<SourceRecord> records = run(AGAIN, offset(interrupted));

    assertThat(texts(records)).containsExactly("7: 1 A", "7: 5 E");
    assertEachOffsetResumesWithTheRest(records);
  }

  @Test
  void aNewRequestTakesANewSnapshot() throws Exception {
    SourceRecord last = run(AGAIN, stored(Map.of("version", 7))).get(1);
    assertThat(run(AGAIN, offset(last))).isEmpty();

    assertThat(texts(run(Options.orders("snapshot.request", "2"), offset(last))))
        .containsExactly("7: 1 A", "7: 5 E");
    assertThat(run(Options.orders(), offset(last))).isEmpty();
  }

  @Test
  void aTableWithoutOffsetFulfillsTheRequestByItsFirstStart() throws Exception {
    List<SourceRecord> snapshot = run(AGAIN, Optional.empty());
    assertThat(texts(snapshot)).containsExactly("7: 1 A", "7: 5 E");
    assertEachOffsetResumesWithTheRest(snapshot);

    List<SourceRecord> changes =
        run(Options.orders("snapshot.request", "again", "start.version", "4"));
    assertThat(texts(changes)).isEqualTo(CHANGES_FROM_4);
    assertEachOffsetResumesWithTheRest(changes);
  }

  @Test
  void withInitialOnlyTheLatestVersionIsTaken() throws Exception {
    assertThat(
            texts(
                run(
                    Options.orders("snapshot.request", "again", "snapshot.mode", "initial_only"),
                    stored(Map.of("version", 3)))))
        .containsExactly("7: 1 A", "7: 5 E");
  }

  @Test
  void aVersionThatCannotBeReadAnyMoreFailsUnlessANewSnapshotIsAllowed() throws Exception {
    assertThatThrownBy(() -> run(AGAIN, stored(Map.of("version", 5))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_TRUNCATED));
    List<SourceRecord> records =
        run(
            Options.orders("snapshot.request", "again", "snapshot.mode", "when_needed"),
            stored(Map.of("version", 5)));

    assertThat(texts(records)).containsExactly("7: 1 A", "7: 5 E");
    assertEachOffsetResumesWithTheRest(records);
  }

  @Test
  void failsIfAnotherTableIsAtThePath() {
    assertThatThrownBy(() -> run(AGAIN, stored(Map.of("version", 3, "table_id", "other"))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED));
  }

  private List<SourceRecord> run(TableConfig config) throws InterruptedException {
    return run(config, Optional.empty());
  }
}
