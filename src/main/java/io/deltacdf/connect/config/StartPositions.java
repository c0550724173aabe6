package io.deltacdf.connect.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What {@code start.version} and {@code start.timestamp} may say. */
public final class StartPositions {
  /** {@code start.version}: the next commit. */
  public static final String LATEST = "latest";

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

  private StartPositions() {}

  static boolean isVersion(String value) {
    if (value.equalsIgnoreCase(LATEST)) {
      return true;
    }
    OptionalLong version = number(value);
    return version.isPresent() && version.getAsLong() >= 0;
  }

  /** A value that {@link #isVersion} as a start position. */
  static StartPosition version(String value) {
    return value.equalsIgnoreCase(LATEST)
        ? new StartPosition.Latest()
        : new StartPosition.Version(Long.parseLong(value));
  }

  /**
   * A point in time in milliseconds since the epoch: the number itself, or an ISO 8601 time with
   * its offset. A time between two milliseconds is the later one, so that no commit before it is
   * taken. Empty for any other text: a time without offset would be a guess.
   */
  public static OptionalLong timestamp(String value) {
    if (NUMBER.matcher(value).matches()) {
      return number(value);
    }
    try {
      Instant instant = OffsetDateTime.parse(value).toInstant();
      long floor = instant.toEpochMilli();
      return OptionalLong.of(instant.isAfter(Instant.ofEpochMilli(floor)) ? floor + 1 : floor);
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong number(String value) {
    if (!NUMBER.matcher(value).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // more digits than a long has
    }
  }
}
