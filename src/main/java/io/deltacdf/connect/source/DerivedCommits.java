package io.deltacdf.connect.source;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.metrics.StreamingMetrics;
import io.deltacdf.connect.table.log.Commit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the commits of a table whose changes are derived from its data files, and logs each switch
 * between the change data feed and derived changes. Not thread-safe.
 */
final class DerivedCommits {
  private static final Logger LOG = LoggerFactory.getLogger(DerivedCommits.class);

  private final String table;
  private final StreamingMetrics metrics;
  private boolean deriving;

  /**
   * @param changeFeed with {@link ChangeFeed#DERIVE} the table starts with derived changes, so the
   *     first derived commit is not a switch
   */
  DerivedCommits(String table, ChangeFeed changeFeed, StreamingMetrics metrics) {
    this.table = table;
    this.metrics = metrics;
    this.deriving = changeFeed == ChangeFeed.DERIVE;
  }

  /** Counts a commit that changes data. Called when the commit is started. */
  void start(Commit commit, ChangeSource source) {
    if (source.isDerived() != deriving) {
      deriving = source.isDerived();
      if (deriving) {
        LOG.warn(
            "Table '{}': the change data feed is off at version {}. From this version on, changes"
                + " are derived from the data files, {}. Updates that change nothing are not"
                + " published",
            table,
            commit.version(),
            how(source));
      } else {
        LOG.warn(
            "Table '{}': from version {} on, changes are read from the change data feed again",
            table,
            commit.version());
      }
    }
    if (source.isDerived()) {
      metrics.derivedCommit();
    } else {
      metrics.recordedCommit();
    }
  }

  private static String how(ChangeSource source) {
    return switch (source) {
      case BY_KEY -> "by key";
      case BY_ROW_ID -> "by row id";
      case APPENDED -> "as long as commits only append rows";
      case RECORDED -> throw new IllegalArgumentException("Recorded changes are not derived");
    };
  }
}
