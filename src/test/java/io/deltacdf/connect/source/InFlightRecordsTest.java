package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class InFlightRecordsTest {
  private final InFlightRecords inFlight = new InFlightRecords();

  @Test
  void returnsTheRecordAddedFirstInAnyOrderOfAcknowledgements() {
    SourceRecord a = record();
    SourceRecord b = record();
    SourceRecord c = record();
    inFlight.add(List.of(a, b));
    inFlight.add(List.of(c));

    assertThat(inFlight.first()).containsSame(a);
    inFlight.remove(b);
    assertThat(inFlight.first()).containsSame(a);
    assertThat(inFlight.size()).isEqualTo(2);
    inFlight.remove(a);
    assertThat(inFlight.first()).containsSame(c);
    inFlight.remove(c);
    assertThat(inFlight.first()).isEmpty();
  }

  private static SourceRecord record() {
    return new SourceRecord(Map.of(), Map.of(), "t", null, null, null, null);
  }
}
