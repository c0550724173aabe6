package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.DeltaTable;
import java.util.OptionalLong;

/**
 * Consecutive versions of a table, both ends included.
 *
 * @param first the first version
 * @param last the last version; meaningless if the range {@link #isEndless}
 */
record VersionRange(long first, long last) {
  private static final long ENDLESS = Long.MAX_VALUE;

  /** Returns the endless range of the versions after the given one. */
  static VersionRange after(long version) {
    return new VersionRange(version + 1, ENDLESS);
  }

  boolean isEndless() {
    return last == ENDLESS;
  }

  /**
   * The ends of a range as the command line gives them.
   *
   * @param fromVersion the first version; cannot be combined with {@code fromTimestamp}
   * @param fromTimestamp the time in milliseconds since the epoch at or after which the first
   *     version was committed
   * @param toVersion the last version; by default the latest
   * @param follow whether to wait for versions that do not exist yet
   */
  record Bounds(
      OptionalLong fromVersion,
      OptionalLong fromTimestamp,
      OptionalLong toVersion,
      boolean follow) {

    /**
     * Resolves the ends for a table. By default a range starts at the earliest version in the log.
     * Fails with START_INVALID if the ends are reversed, or if a version does not exist and is not
     * waited for.
     */
    VersionRange resolve(DeltaTable table) {
      long earliest = table.earliestVersion();
      long latest = table.latestSnapshot().version();
      long first = first(table, earliest, latest);
      long last = toVersion.orElse(follow ? ENDLESS : latest);
      if (first < earliest) {
        throw CliErrors.versionGone(table, first, earliest);
      }
      requireExisting(table, first, follow ? latest + 1 : latest);
      requireExisting(table, last, follow ? ENDLESS : latest);
      if (last < first) {
        throw CliErrors.rangeReversed(table, first, last);
      }
      return new VersionRange(first, last);
    }

    private long first(DeltaTable table, long earliest, long latest) {
      if (fromVersion.isPresent() || fromTimestamp.isEmpty()) {
        return fromVersion.orElse(earliest);
      }
      OptionalLong found = table.versionAtOrAfter(fromTimestamp.getAsLong());
      if (found.isEmpty() && !follow) {
        throw CliErrors.timestampAfterLatest(table, fromTimestamp.getAsLong(), latest);
      }
      return found.orElse(latest + 1);
    }

    private static void requireExisting(DeltaTable table, long version, long last) {
      if (version > last) {
        throw CliErrors.versionNotThere(table, version, last);
      }
    }
  }
}
