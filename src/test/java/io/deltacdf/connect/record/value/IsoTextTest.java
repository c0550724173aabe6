package io.deltacdf.connect.record.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoTextTest {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  @Test
  void hasFixedDigits() {
    assertThat(IsoText.date(0)).isEqualTo("1970-01-01");
    assertThat(IsoText.date(-719_528)).isEqualTo("0000-01-01");
    assertThat(IsoText.date(2_932_896)).isEqualTo("9999-12-31");
    assertThat(IsoText.timestamp(0)).isEqualTo("1970-01-01T00:00:00.000000Z");
    assertThat(IsoText.timestamp(-1)).isEqualTo("1969-12-31T23:59:59.999999Z");
    assertThat(IsoText.timestampNtz(1_767_225_600_000_001L))
        .isEqualTo("2026-01-01T00:00:00.000001");
  }

  @Test
  void yearsBeyondFourDigitsHaveASign() {
    assertThat(IsoText.date(2_932_897)).isEqualTo("+10000-01-01");
    assertThat(IsoText.date(-719_529)).isEqualTo("-0001-12-31");
    assertThat(IsoText.date(Integer.MAX_VALUE))
        .isEqualTo(LocalDate.ofEpochDay(Integer.MAX_VALUE).toString());
    assertThat(IsoText.date(Integer.MIN_VALUE))
        .isEqualTo(LocalDate.ofEpochDay(Integer.MIN_VALUE).toString());
    assertThat(IsoText.timestamp(Long.MAX_VALUE)).isEqualTo("+294247-01-10T04:00:54.775807Z");
    assertThat(IsoText.timestamp(Long.MIN_VALUE)).isEqualTo("-290308-12-21T19:59:05.224192Z");
  }

  @Test
  void agreesWithJavaTime() {
    Random random = new Random(7);
    long first = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    long last = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() * 1_000_000;
    for (int i = 0; i < 20_000; i++) {
      long micros = random.nextLong(first, last);
      LocalDateTime time =
          LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);
      assertThat(IsoText.timestampNtz(micros)).isEqualTo(time.format(MICROS));
      assertThat(IsoText.date((int) time.toLocalDate().toEpochDay()))
          .isEqualTo(time.toLocalDate().toString());
    }
  }
}
