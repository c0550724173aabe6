package io.deltacdf.connect.testing;

import java.util.OptionalLong;

/**
 * Versions of a table, both bounds inclusive.
 *
 * @param to absent: up to the latest
 */
public record VersionRange(long from, OptionalLong to) {

  public static VersionRange from(long from) {
    return new VersionRange(from, OptionalLong.empty());
  }

  public static VersionRange of(long from, long to) {
    return new VersionRange(from, OptionalLong.of(to));
  }

  /** From {@code 1..4} or {@code 1..}. */
  static VersionRange parse(String text) {
    String[] bounds = text.strip().split("\\.\\.", 2);
    if (bounds.length != 2) {
      throw new IllegalArgumentException("Not a range of versions such as 1..4 or 1..: " + text);
    }
    long from = Long.parseLong(bounds[0]);
    return bounds[1].isEmpty() ? from(from) : of(from, Long.parseLong(bounds[1]));
  }

  /** {@code 1..4} or {@code 1..}. */
  @Override
  public String toString() {
    return from + ".." + (to.isPresent() ? to.getAsLong() : "");
  }
}
