package io.deltacdf.connect.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a table without a stored offset starts. Positions that an option names print themselves as
 * the option's value.
 */
public sealed interface StartPosition {
  /** The value of {@code start.version} that means the next commit. */
  String LATEST = "latest";

  /** Neither {@code start.*} option is set, so {@code snapshot.mode} decides. */
  record Snapshot() implements StartPosition {}

  /** {@code start.version}: the first version whose changes are published. */
  record Version(long version) implements StartPosition {
    @Override
    public String toString() {
      return Long.toString(version);
    }
  }

  /**
   * {@code start.timestamp}: the first commit at or after a time.
   *
   * @param millis the time in milliseconds since the epoch
   */
  record Timestamp(long millis) implements StartPosition {
    @Override
    public String toString() {
      return Long.toString(millis);
    }
  }

  /** {@code start.version=latest}: the next commit. */
  record Latest() implements StartPosition {
    @Override
    public String toString() {
      return LATEST;
    }
  }

  /** Parses a version number from 0 on, or {@code latest}; empty for any other text. */
  static Optional<StartPosition> version(String value) {
    if (value.equalsIgnoreCase(LATEST)) {
      return Optional.of(new Latest());
    }
    OptionalLong version = number(value);
    return version.isPresent() && version.getAsLong() >= 0
        ? Optional.of(new Version(version.getAsLong()))
        : Optional.empty();
  }

  /**
   * Parses a time to milliseconds since the epoch. The text is either this number itself or an ISO
   * 8601 time with its offset from UTC. A time between two milliseconds becomes the later one, so
   * that it excludes every earlier commit. Returns empty for any other text: a time without an
   * offset would be a guess.
   */
  static OptionalLong timestamp(String value) {
    OptionalLong millis = number(value);
    if (millis.isPresent()) {
      return millis;
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
    if (!value.matches("-?[0-9]+")) { // parseLong accepts a plus sign and other digits too
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // the number does not fit into a long
    }
  }
}
