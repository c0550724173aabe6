package io.deltacdf.connect.table;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses dates and timestamps in all forms that Spark casts from text: {@code
 * [+-]yyyy[-m[-d[Th[:m[:s[.fraction]]][zone]]]]}. The year has four or more digits, with or without
 * a sign; parts of a date or a time may lack their leading zero; the time follows a space or {@code
 * T}. The digits after the microseconds are dropped.
 */
final class TemporalText {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final int MICRO_DIGITS = 6;
  private static final int NANOS_PER_MICRO = 1000;

  private static final Pattern DATE =
      Pattern.compile("([+-]?\\d{4,7})(?:-(\\d{1,2})(?:-(\\d{1,2})(?:[ T].*)?)?)?");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([+-]?\\d{4,6})(?:-(\\d{1,2})(?:-(\\d{1,2})"
              + "(?:[ T](?:(\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?)?)?(.*)?)?)?)?)?");
  private static final Pattern OFFSET = Pattern.compile("(.*[+-])(\\d{1,2}):(\\d{1,2})");

  private TemporalText() {}

  /**
   * Returns the days since the epoch. A time after the date is ignored.
   *
   * @throws DateTimeException or {@link ArithmeticException} if the text is not a date
   */
  static long days(String text) {
    Matcher date = match(DATE, text);
    return Math.toIntExact(date(date).toEpochDay());
  }

  /**
   * Returns the microseconds since the epoch. Text without a time zone is in UTC, as Delta's
   * writers mean it; the time zone of the reader does not matter.
   *
   * @throws DateTimeException or {@link ArithmeticException} if the text is not a timestamp
   */
  static long micros(String text) {
    Matcher timestamp = match(TIMESTAMP, text);
    LocalDateTime local = dateTime(timestamp);
    String zone = zone(timestamp);
    return micros(
        zone.isEmpty()
            ? local
            : local
                .atZone(ZoneId.of(padOffset(zone)))
                .withZoneSameInstant(ZoneOffset.UTC)
                .toLocalDateTime());
  }

  /**
   * Returns the microseconds between the epoch and a timestamp without time zone. A time zone in
   * the text is ignored, as in Spark.
   *
   * @throws DateTimeException or {@link ArithmeticException} if the text is not a timestamp
   */
  static long localMicros(String text) {
    Matcher timestamp = match(TIMESTAMP, text);
    String zone = zone(timestamp);
    if (!zone.isEmpty()) {
      ZoneId.of(padOffset(zone));
    }
    return micros(dateTime(timestamp));
  }

  private static long micros(LocalDateTime utc) {
    return ChronoUnit.MICROS.between(EPOCH, utc);
  }

  private static Matcher match(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text.strip());
    if (!matcher.matches()) {
      throw new DateTimeException("not a date or a timestamp: " + text);
    }
    return matcher;
  }

  private static LocalDate date(Matcher parts) {
    return LocalDate.of(
        Integer.parseInt(parts.group(1)), number(parts.group(2), 1), number(parts.group(3), 1));
  }

  private static LocalDateTime dateTime(Matcher parts) {
    return date(parts)
        .atTime(
            number(parts.group(4), 0),
            number(parts.group(5), 0),
            number(parts.group(6), 0),
            nanos(parts.group(7)));
  }

  private static int number(@Nullable String digits, int otherwise) {
    return digits == null ? otherwise : Integer.parseInt(digits);
  }

  private static int nanos(@Nullable String fraction) {
    if (fraction == null || fraction.isEmpty()) {
      return 0;
    }
    String micros = (fraction + "000000").substring(0, MICRO_DIGITS);
    return Integer.parseInt(micros) * NANOS_PER_MICRO;
  }

  private static String zone(Matcher timestamp) {
    String zone = timestamp.group(8);
    return zone == null ? "" : zone.strip();
  }

  /** Adds the leading zeros that Java's offsets need: {@code +2:0} becomes {@code +02:00}. */
  private static String padOffset(String zone) {
    Matcher offset = OFFSET.matcher(zone);
    return offset.matches()
        ? offset.group(1) + pad(offset.group(2)) + ":" + pad(offset.group(3))
        : zone;
  }

  private static String pad(String digits) {
    return digits.length() < 2 ? "0" + digits : digits;
  }
}
