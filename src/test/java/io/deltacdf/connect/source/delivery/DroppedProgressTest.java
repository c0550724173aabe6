package io.deltacdf.connect.source.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class DroppedProgressTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private long nanoTime = Long.MAX_VALUE - 5;
  private final DroppedProgress progress = progress(INTERVAL);

  private DroppedProgress progress(Duration interval) {
    return new DroppedProgress(
        DroppedProgressTest::isHeartbeat,
        record -> record("beats", record.sourcePartition(), record.sourceOffset()),
        interval,
        () -> nanoTime);
  }

  private static boolean isHeartbeat(SourceRecord record) {
    return record.topic().equals("beats");
  }

  private static SourceRecord record(
      String topic, Map<String, ?> partition, Map<String, ?> offset) {
    return new SourceRecord(partition, offset, topic, null, null);
  }

  private static SourceRecord row(String table, long row) {
    return record(table, SourceOffsetCodec.sourcePartition(table), Map.of("row", row));
  }

  /** Hands records over, and returns the rows of the heartbeats that follow them. */
  private List<Object> beats(SourceRecord... records) {
    List<SourceRecord> all = progress.handOver(List.of(records));
    assertThat(all.subList(0, records.length)).isEqualTo(Arrays.asList(records));
    return all.stream()
        .filter(DroppedProgressTest::isHeartbeat)
        .<Object>map(beat -> beat.sourceOffset().get("row"))
        .toList();
  }

  private void pass(Duration time) {
    nanoTime += time.toNanos();
  }

  @Test
  void aHeartbeatFollowsALastRecordThatIsDropped() {
    SourceRecord row = row("a", 1);
    assertThat(beats(row)).isEmpty();
    assertThat(beats()).isEmpty();

    progress.completed(row, true);

    List<SourceRecord> beats = progress.handOver(List.of());
    assertThat(beats).singleElement().extracting(SourceRecord::topic).isEqualTo("beats");
    assertThat((Object) beats.get(0).sourcePartition()).isEqualTo(row.sourcePartition());
    assertThat((Object) beats.get(0).sourceOffset()).isEqualTo(row.sourceOffset());
    assertThat(beats()).isEmpty();
  }

  /** Connect keeps the dropped records until a transaction has a record. */
  @Test
  void aHeartbeatFollowsVeryManyRecordsOfWhichNothingIsKnown() {
    List<Object> beats = new ArrayList<>();
    for (long row = 1; row <= 250_000; row++) {
      beats.addAll(beats(row("a", row)));
    }

    assertThat(beats).containsExactly(100_000L, 200_000L);
  }

  @Test
  void noHeartbeatFollowsManyRecordsThatAreAcknowledged() {
    for (long row = 1; row <= 250_000; row++) {
      SourceRecord record = row("a", row);
      assertThat(beats(record)).isEmpty();
      progress.completed(record, false);
    }
  }

  @Test
  void nothingFollowsAnAcknowledgedRecord() {
    SourceRecord row = row("a", 1);
    beats(row);
    progress.completed(row, false);
    pass(INTERVAL.multipliedBy(10));

    assertThat(beats()).isEmpty();
  }

  /** The heartbeat would take the table back to the dropped record. */
  @Test
  void nothingFollowsADroppedRecordThatIsNotTheLast() {
    SourceRecord dropped = row("a", 1);
    SourceRecord last = row("a", 2);
    beats(dropped, last);
    progress.completed(dropped, true);

    assertThat(beats()).isEmpty();
    progress.completed(last, false);
    assertThat(beats()).isEmpty();
  }

  @Test
  void nothingFollowsIfALaterRecordIsHandedOverAtTheSameTime() {
    SourceRecord dropped = row("a", 1);
    beats(dropped);
    progress.completed(dropped, true);

    assertThat(beats(row("b", 1), row("a", 2), row("b", 2))).isEmpty();
    assertThat(beats()).isEmpty();
  }

  /**
   * With exactly-once support, the callbacks come late and at once, at the end of a transaction.
   */
  @Test
  void aLateCallbackOfAnEarlierRecordChangesNothing() {
    SourceRecord first = row("a", 1);
    SourceRecord second = row("a", 2);
    beats(first);
    beats(second);
    progress.completed(first, true);
    assertThat(beats()).isEmpty();

    progress.completed(second, true);
    assertThat(beats()).containsExactly(2L);
  }

  @Test
  void eachTableHasItsOwn() {
    SourceRecord a = row("a", 1);
    SourceRecord b = row("b", 2);
    SourceRecord c = row("c", 3);
    beats(a, b, c);
    progress.completed(a, true);
    progress.completed(b, false);
    progress.completed(c, true);

    assertThat(beats(row("b", 4))).containsExactlyInAnyOrder(1L, 3L);
  }

  @Test
  void aTableHasAtMostOneHeartbeatInAnInterval() {
    for (long i = 0; i < 5; i++) {
      SourceRecord row = row("a", i);
      beats(row);
      progress.completed(row, true);
      assertThat(beats()).isEqualTo(i == 0 ? List.of(0L) : List.of());
    }
    pass(INTERVAL.minusNanos(1));
    assertThat(beats()).isEmpty();

    pass(Duration.ofNanos(1));
    assertThat(beats()).containsExactly(4L);
  }

  @Test
  void aDroppedHeartbeatWarnsOnceAndIsNotRepeated() {
    SourceRecord row = row("a", 1);
    beats(row);
    progress.completed(row, true);
    SourceRecord beat = progress.handOver(List.of()).get(0);
    try (CapturedLog log = new CapturedLog(DroppedProgress.class)) {
      assertThat(progress.completed(beat, true)).isTrue();
      pass(INTERVAL.multipliedBy(10));
      assertThat(beats()).isEmpty();

      SourceRecord own = record("beats", row.sourcePartition(), Map.of("row", 9));
      beats(own);
      assertThat(progress.completed(own, true)).isTrue();
      pass(INTERVAL.multipliedBy(10));
      assertThat(beats()).isEmpty();
      assertThat(log.warnings()).singleElement().asString().contains("delta.change.type");
    }
    assertThat(progress.completed(row, true)).isFalse();
  }

  /** With exactly-once support, no callback comes if a transform drops everything. */
  @Test
  void aHeartbeatFollowsALastRecordOfWhichNothingIsKnownForLong() {
    beats(row("a", 1));
    pass(INTERVAL.multipliedBy(2).minusNanos(1));
    assertThat(beats()).isEmpty();

    pass(Duration.ofNanos(1));
    assertThat(beats()).containsExactly(1L);
    pass(INTERVAL.multipliedBy(10));
    assertThat(beats()).isEmpty();
  }

  @Test
  void thereAreNoHeartbeatsIfTheIntervalIsZero() {
    DroppedProgress off = progress(Duration.ZERO);
    SourceRecord row = row("a", 1);
    off.handOver(List.of(row));
    off.completed(row, true);

    assertThat(off.handOver(List.of())).isEmpty();
  }

  /** With exactly-once support, a dropped record is reported with the next one that is not. */
  @Test
  void aHeartbeatOfWhichNothingIsKnownAfterATransactionWasDropped() {
    SourceRecord acknowledged = heartbeat("a");
    SourceRecord dropped = heartbeat("b");
    beats(acknowledged, dropped, row("c", 1));
    progress.completed(acknowledged, false);

    assertThat(progress.committed()).containsExactly(dropped);
    assertThat(progress.committed()).isEmpty();
    assertThat(progress.completed(dropped, true)).isTrue();
  }

  private static SourceRecord heartbeat(String table) {
    return record("beats", SourceOffsetCodec.sourcePartition(table), Map.of("row", 0L));
  }
}
