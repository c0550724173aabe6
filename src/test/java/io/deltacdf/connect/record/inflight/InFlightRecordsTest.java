package io.deltacdf.connect.record.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class InFlightRecordsTest {
  private final InFlightRecords inFlight = new InFlightRecords();

  @Test
  void returnsTheRecordAddedFirstInAnyOrderOfAcknowledgements() {
    Random random = new Random(1);
    List<SourceRecord> expected = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      if (expected.isEmpty() || random.nextInt(100) < 50) {
        List<SourceRecord> batch = List.of(record(), record());
        inFlight.add(batch);
        expected.addAll(batch);
      } else {
        SourceRecord acknowledged = expected.remove(random.nextInt(expected.size()));
        inFlight.remove(acknowledged);
      }
      assertThat(inFlight.size()).isEqualTo(expected.size());
      assertThat(inFlight.first()).isEqualTo(expected.stream().findFirst());
    }
    expected.forEach(inFlight::remove);
    assertThat(inFlight.first()).isEmpty();
    assertThat(inFlight.size()).isZero();
  }

  @Test
  void aSecondAcknowledgementOfARecordChangesNothing() {
    SourceRecord a = record();
    SourceRecord b = record();
    inFlight.add(List.of(a, b));
    inFlight.remove(a);
    inFlight.remove(a);
    assertThat(inFlight.size()).isEqualTo(1);
    assertThat(inFlight.first()).containsSame(b);
  }

  @Test
  void aRecordCannotBeAddedTwice() {
    List<SourceRecord> records = List.of(record());
    inFlight.add(records);
    assertThatThrownBy(() -> inFlight.add(records)).isInstanceOf(IllegalStateException.class);
  }

  /** A partition whose leader hangs holds one record, while others go on. */
  @Test
  void anAcknowledgedRecordIsNotHeldBecauseAnEarlierOneWaits() {
    inFlight.add(List.of(record()));
    WeakReference<SourceRecord> acknowledged = new WeakReference<>(addAndRemove());
    inFlight.add(List.of(record()));
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(
            () -> {
              System.gc();
              return acknowledged.get() == null;
            });
    assertThat(inFlight.size()).isEqualTo(2);
  }

  private SourceRecord addAndRemove() {
    SourceRecord record = record();
    inFlight.add(List.of(record));
    inFlight.remove(record);
    return record;
  }

  @Test
  void waitsForNothingIfNothingIsInFlight() throws InterruptedException {
    inFlight.awaitQuiet(Duration.ofDays(1), Duration.ofDays(1));
    assertThat(inFlight.size()).isZero();
  }

  @Test
  void equalRecordsAreDistinct() {
    assertThat(record()).isNotEqualTo(record());
    SourceRecord record = record();
    assertThat(new HashSet<>(List.of(record, record(), record))).hasSize(2).contains(record);
    // What a transform makes of it is a record of Connect's own class.
    assertThat(record.newRecord("u", 1, null, null, null, null, 2L))
        .isExactlyInstanceOf(SourceRecord.class);
  }

  private static SourceRecord record() {
    return new DeltaSourceRecord(Map.of(), Map.of(), "t", null, null, null, null, null, null, null);
  }
}
