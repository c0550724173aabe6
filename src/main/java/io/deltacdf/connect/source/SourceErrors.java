package io.deltacdf.connect.source;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.log.Commit;

/** The failures of this package that users see. */
final class SourceErrors {
  private static final String NEW_START =
      "Delete the table's offset (stop the connector, then DELETE or PATCH its offsets through"
          + " Connect's REST API) to take a new snapshot; keys that were deleted in between stay in"
          + " the topic unless it is a new one.";

  private SourceErrors() {}

  /** A commit whose changes are neither recorded nor to be told from its files. */
  static DeltaCdfException noChanges(TableConfig table, Commit commit) {
    String operation = commit.operation().map(name -> " (" + name + ")").orElse("");
    return table.changeFeed() == ChangeFeed.REQUIRE
        ? permanent(
            ErrorCode.CHANGE_FEED_OFF,
            "Version %d of table '%s'%s changes data while the change data feed is off, so its"
                + " changes are not recorded. Set 'change.feed=auto' to derive them from the"
                + " table's files. Or turn the feed on (ALTER TABLE … SET TBLPROPERTIES"
                + " (delta.enableChangeDataFeed = true)), and then set the table's offset behind"
                + " the versions written without it or take a new snapshot. %s",
            commit.version(),
            table.name(),
            operation,
            NEW_START)
        : permanent(
            ErrorCode.CHANGE_FEED_OFF,
            "Version %d of table '%s'%s removes rows, and its changes cannot be derived from the"
                + " files that it removed and added: that takes a key with"
                + " 'commit.consolidation=key', or row tracking (delta.enableRowTracking) before"
                + " and after the commit; without either only commits that just append rows pass%s."
                + " Set 'tables.%s.key', or turn the feed on (ALTER TABLE … SET TBLPROPERTIES"
                + " (delta.enableChangeDataFeed = true)) and set the table's offset behind the"
                + " versions written without it or take a new snapshot. %s",
            commit.version(),
            table.name(),
            operation,
            table.changeFeed() == ChangeFeed.AUTO
                ? " while the change data feed is off"
                : " with 'change.feed=derive'",
            table.name(),
            NEW_START);
  }

  static DeltaCdfException snapshotWithoutChangeFeed(String table, long version) {
    return permanent(
        ErrorCode.CHANGE_FEED_OFF,
        "The change data feed of table '%s' is off at version %d, so with 'change.feed=require' no"
            + " changes could follow its snapshot. Set 'change.feed=auto' to derive them from the"
            + " table's files, turn the feed on first (ALTER TABLE … SET TBLPROPERTIES"
            + " (delta.enableChangeDataFeed = true)), or set 'snapshot.mode=initial_only' to"
            + " publish the snapshot alone.",
        table,
        version);
  }

  static DeltaCdfException startBeforeEarliest(String table, long version, long earliest) {
    return permanent(
        ErrorCode.START_INVALID,
        "'start.version' of table '%s' is %d, but the table's log begins at version %d: older"
            + " versions are cleaned up. Set it to %d or a later version, or leave it out to begin"
            + " with a snapshot.",
        table,
        version,
        earliest,
        earliest);
  }

  static DeltaCdfException startAfterLatest(String table, long version, long latest) {
    return permanent(
        ErrorCode.START_INVALID,
        "'start.version' of table '%s' is %d, but its latest version is %d. Set it to at most %d,"
            + " or to 'latest' to publish from the next commit on.",
        table,
        version,
        latest,
        latest + 1);
  }

  static DeltaCdfException tableReplaced(
      String table, long version, String storedId, String foundId) {
    return permanent(
        ErrorCode.TABLE_REPLACED,
        "Table '%s' had id %s when the offset of version %d was stored, and now has id %s: another"
            + " table lies at its path. %s",
        table,
        storedId,
        version,
        foundId,
        NEW_START);
  }

  static DeltaCdfException storedVersionGone(String table, long version) {
    return permanent(
        ErrorCode.TABLE_REPLACED,
        "The stored offset of table '%s' lies inside version %d, and the table has no such version:"
            + " it was created anew, or its log was cut back. %s",
        table,
        version,
        NEW_START);
  }

  static DeltaCdfException unexpected(String table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.INTERNAL,
        ("Reading table '%s' failed in a way the connector did not expect: %s. Restart the task;"
                + " if it happens again, report it with the worker's log.")
            .formatted(table, cause),
        cause);
  }

  private static DeltaCdfException permanent(ErrorCode code, String message, Object... args) {
    return DeltaCdfException.permanent(code, message.formatted(args), null);
  }
}
