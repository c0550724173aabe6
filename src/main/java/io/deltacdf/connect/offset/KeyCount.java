package io.deltacdf.connect.offset;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many keys of a table the topic has, counted from the published records. It tells what stays
 * in the topic if another table is at the path. In an offset it is a text:
 *
 * <pre>{@code
 * 55         the table has 55 keys
 * 55+1234    a snapshot is in progress and has published 55 rows; the table had 1234 keys before
 * 55@41      55 keys were created or updated since version 41; what was published before, and what
 *            is deleted since, is not counted
 * }</pre>
 *
 * @param keys the keys of the table, or of the snapshot in progress
 * @param earlier the keys before the snapshot in progress
 * @param since the version from which on keys are counted; empty if all are counted
 */
public record KeyCount(long keys, long earlier, OptionalLong since) {
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,18})(?:\\+(\\d{1,18}))?(?:@(\\d{1,18}))?");

  /** Returns the count of a table of which nothing is published. */
  public static KeyCount none() {
    return new KeyCount(0, 0, OptionalLong.empty());
  }

  /** Returns a count that begins with a version, because nothing is known of those before it. */
  public static KeyCount since(long version) {
    return new KeyCount(0, 0, OptionalLong.of(version));
  }

  /** Returns the count that a text of an offset stands for; empty if it is not such a text. */
  public static Optional<KeyCount> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new KeyCount(
                Long.parseLong(matcher.group(1)),
                matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2)),
                matcher.group(3) == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(matcher.group(3)))))
        : Optional.empty();
  }

  /** Returns the count at the beginning of a snapshot. */
  public KeyCount startSnapshot() {
    return new KeyCount(0, earlier + keys, since);
  }

  /** Returns the count when a snapshot is completed: the table has the keys of the snapshot. */
  public KeyCount completeSnapshot() {
    return new KeyCount(keys, 0, OptionalLong.empty());
  }

  /**
   * Returns the count after some more keys.
   *
   * @param more may be negative
   */
  public KeyCount plus(long more) {
    // A key that identifies several rows may be deleted more often than it was created.
    return more == 0 ? this : new KeyCount(Math.max(0, keys + more), earlier, since);
  }

  /** Returns the text for an offset. */
  public String text() {
    return keys
        + (earlier > 0 ? "+" + earlier : "")
        + (since.isPresent() ? "@" + since.getAsLong() : "");
  }

  /** Returns sentences that say how many keys of the table may stay in the topic. */
  public String describe() {
    if (since.isPresent()) {
      return String.format(
          Locale.ROOT,
          "How many they are is not known, because keys are counted only since version %d, when"
              + " the table had no snapshot or the offset had no count: at most %d keys were"
              + " published since then, and others may have been before.",
          since.getAsLong(),
          keys + earlier);
    }
    return earlier == 0
        ? String.format(
            Locale.ROOT,
            "By its records, the former table had %d keys, so these are the most that stay.",
            keys)
        : String.format(
            Locale.ROOT,
            "A snapshot of the former table was in progress: %d of its keys were published, and"
                + " before the snapshot there were %d, so at most %d stay.",
            keys,
            earlier,
            keys + earlier);
  }
}
