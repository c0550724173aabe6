package io.deltacdf.connect.metrics;

import org.slf4j.Logger;

/**
 * Warns once when a table may soon lose the next version that is to be read, or a file that it
 * needs, and again after it has recovered. Not thread-safe.
 */
final class RetentionWatch {
  private final Logger log;
  private final TableMetrics table;
  private final long warning;
  private boolean low;

  /**
   * @param warning the milliseconds of headroom to warn below
   */
  RetentionWatch(Logger log, TableMetrics table, long warning) {
    this.log = log;
    this.table = table;
    this.warning = warning;
  }

  /** Looks at the measurements of the table, and logs what there is to say. */
  void look() {
    long headroom = table.streaming().retentionHeadroom();
    if (!low && headroom < warning) {
      low = true;
      warn(headroom);
    } else if (low && headroom - warning >= warning / 10) {
      // A table that stays near the limit would otherwise be warned of again and again.
      low = false;
      log.info(
          "Table '{}': there is time again to read its versions before they may be removed",
          table.table());
    }
  }

  private void warn(long headroom) {
    log.warn(
        "Table '{}': version {}, the next one to be read, or a file that it needs, {}, because the"
            + " retention of the table allows it; the newest version known is {}. A version that is"
            + " removed before it is read fails the table, or leads to a new snapshot"
            + " (snapshot.mode=when_needed). Raise delta.logRetentionDuration and"
            + " delta.deletedFileRetentionDuration of the table until it has caught up, and run no"
            + " VACUUM with a shorter retention. Then find out why it is behind: see \"Falling"
            + " behind\" in docs/operations.md",
        table.table(),
        table.streaming().next(),
        headroom > 0
            ? "may be removed in " + HumanText.duration(headroom)
            : "may have been removed in the last " + HumanText.duration(-headroom),
        table.streaming().seen());
  }
}
