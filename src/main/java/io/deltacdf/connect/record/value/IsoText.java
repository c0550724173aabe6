package io.deltacdf.connect.record.value;

import java.time.LocalDate;

/** Formats dates and timestamps in ISO 8601, with a fixed length for the years 0 to 9999. */
public final class IsoText {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  private IsoText() {}

  /** Formats days since the epoch, such as {@code 2026-01-31}. */
  static String date(int days) {
    StringBuilder text = new StringBuilder(10);
    appendDate(text, days);
    return text.toString();
  }

  /** Formats microseconds since the epoch, such as {@code 2026-01-31T12:00:00.000000Z}. */
  static String timestamp(long micros) {
    StringBuilder text = new StringBuilder(27);
    appendTimestamp(text, micros);
    return text.toString();
  }

  /** The same without a time zone: {@code 2026-01-31T12:00:00.000000}. */
  static String timestampNtz(long micros) {
    StringBuilder text = new StringBuilder(26);
    appendTimestampNtz(text, micros);
    return text.toString();
  }

  /** Appends {@link #date}. */
  public static void appendDate(StringBuilder text, long days) {
    LocalDate date = LocalDate.ofEpochDay(days);
    appendYear(text, date.getYear());
    text.append('-');
    appendDigits(text, date.getMonthValue(), 10);
    text.append('-');
    appendDigits(text, date.getDayOfMonth(), 10);
  }

  /** Appends {@link #timestamp}. */
  public static void appendTimestamp(StringBuilder text, long micros) {
    appendTimestampNtz(text, micros);
    text.append('Z');
  }

  /** Appends {@link #timestampNtz}. */
  public static void appendTimestampNtz(StringBuilder text, long micros) {
    appendDate(text, Math.floorDiv(micros, MICROS_PER_DAY));
    long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
    int second = (int) (ofDay / MICROS_PER_SECOND);
    text.append('T');
    appendDigits(text, second / 3600, 10);
    text.append(':');
    appendDigits(text, second / 60 % 60, 10);
    text.append(':');
    appendDigits(text, second % 60, 10);
    text.append('.');
    appendDigits(text, (int) (ofDay % MICROS_PER_SECOND), 100_000);
  }

  // Years of more than four digits have a sign, as in ISO 8601 and in LocalDate.
  private static void appendYear(StringBuilder text, int year) {
    if (year < 0) {
      text.append('-');
    } else if (year > 9999) {
      text.append('+');
    }
    int digits = Math.abs(year);
    if (digits > 9999) {
      text.append(digits);
    } else {
      appendDigits(text, digits, 1000);
    }
  }

  /** Appends a number with leading zeros; its first digit counts units of {@code first}. */
  private static void appendDigits(StringBuilder text, int number, int first) {
    for (int unit = first; unit > 0; unit /= 10) {
      text.append((char) ('0' + number / unit % 10));
    }
  }
}
