package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionTest {
  @ParameterizedTest
  @CsvSource({
    "interval 30 days, PT720H",
    "INTERVAL 1 WEEK, PT168H",
    "90 minutes, PT1H30M",
    "interval 2 weeks 3 days 4 hours, PT412H",
    "interval 5 seconds 6 milliseconds 7 microseconds, PT5.006007S",
    "interval 0 hours, PT0S"
  })
  void parsesIntervalsOfFixedLength(String text, Duration duration) {
    assertThat(Retention.parse(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "interval", "interval 1 month", "days 30", "30", "interval -1 days"})
  void otherTextsAreNotParsed(String text) {
    assertThat(Retention.parse(text)).isEmpty();
  }

  @Test
  void units() {
    assertThat(Retention.parse("interval 1 day")).contains(Duration.ofDays(1));
  }
}
