package io.deltacdf.connect.feed;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import java.util.Optional;

/** The failures of this package that users see. */
final class FeedErrors {
  private static final String NEW_START =
      "Delete the table's offset (stop the connector, then DELETE or PATCH its offsets through"
          + " Connect's REST API) to take a new snapshot; keys that were deleted in between stay in"
          + " the topic unless it is a new one.";

  private FeedErrors() {}

  static DeltaCdfException changeFeedOff(String table, long version, Optional<String> operation) {
    return permanent(
        ErrorCode.CHANGE_FEED_OFF,
        "Version %d of table '%s'%s changes data while the change data feed is off, so its changes"
            + " are not recorded. Turn the feed on (ALTER TABLE … SET TBLPROPERTIES"
            + " (delta.enableChangeDataFeed = true)), and then set the table's offset behind the"
            + " versions written without it or take a new snapshot. %s",
        version,
        table,
        operation.map(name -> " (" + name + ")").orElse(""),
        NEW_START);
  }

  static DeltaCdfException snapshotWithoutChangeFeed(String table, long version) {
    return permanent(
        ErrorCode.CHANGE_FEED_OFF,
        "The change data feed of table '%s' is off at version %d, so no changes could follow its"
            + " snapshot. Turn the feed on first (ALTER TABLE … SET TBLPROPERTIES"
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
