package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.offset.SourceOffset;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counts the keys of a table that the topic has, see {@link KeyCount}. Counting a record is one
 * addition; offsets turn the count into text only when they are stored. Not thread-safe.
 */
final class KeyCounter {
  /** The count at the last offset that is known; empty if it has no count. */
  private Optional<KeyCount> base = Optional.empty();

  /** The version that the stored offset lies in, until a version is started. */
  private OptionalLong interrupted = OptionalLong.empty();

  private boolean hasOffset;
  private boolean isPartial;
  private long more;
  private boolean inSnapshot;

  /** Continues after the records of an earlier run, which ended at a stored offset. */
  void resume(SourceOffset stored) {
    hasOffset = true;
    base = stored.keys().flatMap(KeyCount::parse);
    interrupted = stored.isCompleted() ? OptionalLong.empty() : OptionalLong.of(stored.version());
  }

  /**
   * Notes that a version, or a snapshot, starts.
   *
   * @param resumed whether it resumes where an earlier run or attempt has ended
   */
  void start(VersionContext version, boolean resumed) {
    KeyCount known = now().orElse(null);
    long number = version.version();
    boolean snapshot = version.snapshotId().isPresent();
    if (known == null) {
      boolean nothingBefore = snapshot ? !hasOffset : number == 0 && interrupted.isEmpty();
      known = nothingBefore ? KeyCount.none() : KeyCount.since(number);
    }
    if (snapshot) {
      known = resumed ? known : known.startSnapshot();
    } else if (interrupted.isPresent() && !resumed && interrupted.getAsLong() == number) {
      // The version is published again from its beginning, and would be counted twice.
      known = KeyCount.since(number);
    }
    base = Optional.of(known);
    isPartial = known.since().isPresent();
    more = 0;
    inSnapshot = snapshot;
    interrupted = OptionalLong.empty();
  }

  /** Counts a change that is published. */
  void count(Operation operation) {
    switch (operation) {
      case READ, CREATE -> more++;
      case UPDATE -> more += isPartial ? 1 : 0;
      case DELETE -> more -= isPartial ? 0 : 1;
      case PREIMAGE -> {
        // The row after the update follows.
      }
    }
  }

  /** Returns the count at the beginning of the version that was started. */
  KeyCount before() {
    return base.orElseThrow();
  }

  /** Returns how much the count has grown since {@link #before}. */
  long more() {
    return more;
  }

  /** Returns the count after the last change; empty if nothing is known of the table. */
  Optional<KeyCount> now() {
    return base.map(count -> count.plus(more));
  }

  /** Returns the count at the end of the version, and continues from there. */
  Optional<KeyCount> completed() {
    base = now().map(count -> inSnapshot ? count.completeSnapshot() : count);
    more = 0;
    inSnapshot = false;
    return base;
  }
}
