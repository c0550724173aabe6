package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class InFlightRecordsTest {
  private final InFlightRecords unacknowledged = new InFlightRecords();

  @Test
  void theFirstIsTheOneHandedOverFirstWhateverTheOrderOfConfirmations() {
    SourceRecord a = record();
    SourceRecord b = record();
    SourceRecord c = record();
    unacknowledged.add(List.of(a, b));
    unacknowledged.add(List.of(c));

    assertThat(unacknowledged.first()).containsSame(a);
    unacknowledged.remove(b);
    assertThat(unacknowledged.first()).containsSame(a);
    assertThat(unacknowledged.size()).isEqualTo(2);
    unacknowledged.remove(a);
    assertThat(unacknowledged.first()).containsSame(c);
    unacknowledged.remove(c);
    assertThat(unacknowledged.first()).isEmpty();
  }

  private static SourceRecord record() {
    return new SourceRecord(Map.of(), Map.of(), "t", null, null, null, null);
  }
}
