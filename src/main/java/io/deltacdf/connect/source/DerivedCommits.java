package io.deltacdf.connect.source;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.table.log.Commit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the commits of a table whose changes are derived from its data files, and tells of each
 * switch between that and the change data feed. Not thread-safe.
 */
final class DerivedCommits {
  private static final Logger LOG = LoggerFactory.getLogger(DerivedCommits.class);

  private final String table;
  private long count;
  private boolean deriving;

  /**
   * @param changeFeed derivation is a switch only where it was not asked for
   */
  DerivedCommits(String table, ChangeFeed changeFeed) {
    this.table = table;
    this.deriving = changeFeed == ChangeFeed.DERIVE;
  }

  /** A commit that changes data is started. */
  void start(Commit commit, ChangeSource source) {
    if (source.isDerived() != deriving) {
      deriving = source.isDerived();
      if (deriving) {
        LOG.warn(
            "Table '{}': the change data feed is off at version {}: from there on changes are"
                + " derived from the data files, {}. Updates that change nothing are not published",
            table,
            commit.version(),
            how(source));
      } else {
        LOG.warn(
            "Table '{}': from version {} on changes are read from the change data feed again",
            table,
            commit.version());
      }
    }
    count += source.isDerived() ? 1 : 0;
  }

  private static String how(ChangeSource source) {
    return switch (source) {
      case BY_KEY -> "by key";
      case BY_ROW_ID -> "by row id";
      case APPENDED -> "as long as rows are only appended";
      case RECORDED -> throw new IllegalArgumentException("Recorded changes are not derived");
    };
  }

  long count() {
    return count;
  }
}
