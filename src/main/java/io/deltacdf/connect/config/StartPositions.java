package io.deltacdf.connect.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Parses the values of {@code start.version} and {@code start.timestamp}. */
public final class StartPositions {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

  private StartPositions() {}

  /** Parses a version number from 0 on, or {@code latest}; empty for any other text. */
  static Optional<StartPosition> version(String value) {
    if (value.equalsIgnoreCase(StartPosition.LATEST)) {
      return Optional.of(new StartPosition.Latest());
    }
    OptionalLong version = number(value);
    return version.isPresent() && version.getAsLong() >= 0
        ? Optional.of(new StartPosition.Version(version.getAsLong()))
        : Optional.empty();
  }

  /**
   * Parses a time to milliseconds since the epoch. The text is either this number itself or an ISO
   * 8601 time with its offset from UTC. A time between two milliseconds becomes the later one, so
   * that it excludes every earlier commit. Returns empty for any other text: a time without an
   * offset would be a guess.
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
      return OptionalLong.empty(); // the number does not fit into a long
    }
  }
}
