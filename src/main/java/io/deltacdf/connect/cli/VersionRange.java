package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.DeltaTable;
import java.util.OptionalLong;

/**
 * Consecutive versions of a table, both ends included.
 *
 * @param first the first version
 * @param last the last version; of no meaning where {@link #isEndless}
 */
record VersionRange(long first, long last) {
  private static final long ENDLESS = Long.MAX_VALUE;

  /** All versions after one. */
  static VersionRange after(long version) {
    return new VersionRange(version + 1, ENDLESS);
  }

  boolean isEndless() {
    return last == ENDLESS;
  }

  /**
   * The ends as the command line gives them, and what they mean for a table.
   *
   * @param fromVersion the first version; not together with {@code fromTimestamp}
   * @param fromTimestamp instead of a version, the first commit at or after this time in
   *     milliseconds since the epoch
   * @param toVersion the last version; without it the latest at the time of the call
   * @param follow whether versions that are not there yet are waited for
   */
  record Bounds(
      OptionalLong fromVersion,
      OptionalLong fromTimestamp,
      OptionalLong toVersion,
      boolean follow) {

    /**
     * Looks the ends up in the table's log; without a start the earliest version that the log still
     * has. Fails with START_INVALID where the ends are the wrong way round, or a version is not
     * there and is not waited for.
     */
    VersionRange in(DeltaTable table) {
      long earliest = table.earliestVersion();
      long latest = table.latestSnapshot().version();
      long first = first(table, earliest, latest);
      long last = toVersion.orElse(follow ? ENDLESS : latest);
      if (first < earliest) {
        throw CliErrors.versionGone(table, first, earliest);
      }
      requireThere(table, first, follow ? latest + 1 : latest);
      requireThere(table, last, follow ? ENDLESS : latest);
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

    private static void requireThere(DeltaTable table, long version, long last) {
      if (version > last) {
        throw CliErrors.versionNotThere(table, version, last);
      }
    }
  }
}
