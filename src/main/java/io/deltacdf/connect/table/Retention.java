package io.deltacdf.connect.table;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A retention period of a table.
 *
 * @param property the table property that sets it
 * @param text its value, an interval as Delta writes it, such as {@code interval 30 days}
 * @param isDefault whether the table does not set it, so that Delta's default applies
 * @param duration the length of the interval; empty if the text cannot be parsed
 */
public record Retention(
    String property, String text, boolean isDefault, Optional<Duration> duration) {

  /** Returns how long commits are kept in the log; Delta's default is 30 days. */
  public static Retention ofLog(TableState state) {
    return of(state, "delta.logRetentionDuration", "interval 30 days");
  }

  /** Returns how long removed data and change files are kept; Delta's default is one week. */
  public static Retention ofDeletedFiles(TableState state) {
    return of(state, "delta.deletedFileRetentionDuration", "interval 1 week");
  }

  /**
   * Returns for how long after its commit the log entry of a version, and all files that its
   * changes need, are kept at least; empty if neither retention can be parsed.
   */
  public static Optional<Duration> ofChanges(TableState state) {
    return Stream.of(ofLog(state).duration(), ofDeletedFiles(state).duration())
        .flatMap(Optional::stream)
        .min(Duration::compareTo);
  }

  private static Retention of(TableState state, String property, String defaultText) {
    String set = state.properties().get(property);
    String text = set == null ? defaultText : set;
    return new Retention(property, text, set == null, parse(text));
  }

  /**
   * Parses an interval such as {@code interval 2 weeks 3 days}: numbers with units from weeks to
   * microseconds. Delta does not allow months and years here, since their length varies.
   */
  static Optional<Duration> parse(String text) {
    String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+");
    int start = words[0].equals("interval") ? 1 : 0;
    if (words.length == start || (words.length - start) % 2 != 0) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    for (int i = start; i < words.length; i += 2) {
      Duration unit = unit(words[i + 1]);
      if (unit == null || !words[i].matches("\\d{1,9}")) {
        return Optional.empty();
      }
      sum = sum.plus(unit.multipliedBy(Long.parseLong(words[i])));
    }
    return Optional.of(sum);
  }

  private static @Nullable Duration unit(String word) {
    return switch (word.endsWith("s") ? word.substring(0, word.length() - 1) : word) {
      case "week" -> Duration.ofDays(7);
      case "day" -> Duration.ofDays(1);
      case "hour" -> Duration.ofHours(1);
      case "minute" -> Duration.ofMinutes(1);
      case "second" -> Duration.ofSeconds(1);
      case "millisecond" -> Duration.ofMillis(1);
      case "microsecond" -> Duration.ofNanos(1000);
      default -> null;
    };
  }
}
