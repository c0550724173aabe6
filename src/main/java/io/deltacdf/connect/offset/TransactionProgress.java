package io.deltacdf.connect.offset;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a commit is published, if commits are marked as transactions ({@code
 * provide.transaction.metadata}). The number of an event in its commit, and the counts of the
 * commit, go on after a restart in the middle of the commit. It is stored from the first position
 * of a table on.
 *
 * @param firstPlan the plan hash whose transactions have ids without a plan hash: that of the first
 *     start. With other options a commit may have other events, so that it needs another id: parts
 *     of it may be published already
 * @param begun whether the beginning of a commit in progress is published
 * @param creates the creates that are published; 0 if no commit is in progress
 * @param updates the updates
 * @param deletes the deletes, without tombstones that follow a delete event
 * @param preimages the preimages that are records of their own
 */
public record TransactionProgress(
    String firstPlan, boolean begun, long creates, long updates, long deletes, long preimages) {
  private static final String COUNT = "(\\d{1,18})";
  private static final Pattern TEXT =
      Pattern.compile("(\\w+)(?: c" + COUNT + " u" + COUNT + " d" + COUNT + " p" + COUNT + ")?");

  /** Returns the progress before the beginning of a commit. */
  public static TransactionProgress none(String firstPlan) {
    return new TransactionProgress(firstPlan, false, 0, 0, 0, 0);
  }

  /** Returns the progress between the beginning of a commit and its first event. */
  public TransactionProgress begin() {
    return new TransactionProgress(firstPlan, true, 0, 0, 0, 0);
  }

  /** Parses what {@link #toString} returns; empty if it is something else. */
  public static Optional<TransactionProgress> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        matcher.group(2) == null
            ? none(matcher.group(1))
            : new TransactionProgress(
                matcher.group(1),
                true,
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                Long.parseLong(matcher.group(4)),
                Long.parseLong(matcher.group(5))));
  }

  /** Returns the number of events. */
  public long events() {
    return creates + updates + deletes + preimages;
  }

  /** Returns the stored form, such as {@code t5d1e… c12 u30 d1 p0}. */
  @Override
  public String toString() {
    return begun
        ? firstPlan + " c" + creates + " u" + updates + " d" + deletes + " p" + preimages
        : firstPlan;
  }
}
