package io.deltacdf.connect.source;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.log.Commit;
import java.util.Map;
import java.util.stream.Collectors;

/** The errors of this package that users see. */
final class SourceErrors {
  private static final String NEW_SNAPSHOT =
      "To take a new snapshot, delete the table's offset: stop the connector, then DELETE or PATCH"
          + " its offsets through Connect's REST API. Keys that were deleted in between stay in the"
          + " topic unless the topic is a new one.";
  private static final String ENABLE_CHANGE_FEED =
      "turn the feed on (ALTER TABLE … SET TBLPROPERTIES (delta.enableChangeDataFeed = true))";

  private SourceErrors() {}

  /** The changes of a commit are not recorded and cannot be derived from its files. */
  static DeltaCdfException noChanges(TableConfig table, Commit commit) {
    String operation = commit.operation().map(name -> " (" + name + ")").orElse("");
    return table.changeFeed() == ChangeFeed.REQUIRE
        ? permanent(
            ErrorCode.CHANGE_FEED_OFF,
            "Version %d of table '%s'%s changes data while the change data feed is off, so its"
                + " changes are not recorded. Set 'change.feed=auto' to derive them from the"
                + " table's files. Or %s, and then either set the table's offset to the last"
                + " version written without the feed or take a new snapshot. %s",
            commit.version(),
            table.name(),
            operation,
            ENABLE_CHANGE_FEED,
            NEW_SNAPSHOT)
        : permanent(
            ErrorCode.CHANGE_FEED_OFF,
            "Version %d of table '%s'%s removes rows, and its changes cannot be derived from the"
                + " files that it removed and added%s. That needs a key with"
                + " 'commit.consolidation=key', or row tracking (delta.enableRowTracking) before"
                + " and after the commit; otherwise commits may only append rows. Set"
                + " 'tables.%s.key'. Or %s, and then either set the table's offset to the last"
                + " version written without the feed or take a new snapshot. %s",
            commit.version(),
            table.name(),
            operation,
            table.changeFeed() == ChangeFeed.AUTO
                ? " while the change data feed is off"
                : " with 'change.feed=derive'",
            table.name(),
            ENABLE_CHANGE_FEED,
            NEW_SNAPSHOT);
  }

  static DeltaCdfException snapshotWithoutChangeFeed(String table, long version) {
    return permanent(
        ErrorCode.CHANGE_FEED_OFF,
        "The change data feed of table '%s' is off at version %d, so with 'change.feed=require' no"
            + " changes can follow its snapshot. Set 'change.feed=auto' to derive them from the"
            + " table's files, or %s. To publish the snapshot only, set"
            + " 'snapshot.mode=initial_only'.",
        table,
        version,
        ENABLE_CHANGE_FEED);
  }

  static DeltaCdfException startBeforeEarliest(String table, long version, long earliest) {
    return permanent(
        ErrorCode.START_INVALID,
        "'start.version' of table '%s' is %d, but the table's log begins at version %d because"
            + " earlier versions were cleaned up. Set 'start.version' to %d or a later version, or"
            + " remove it to start with a snapshot.",
        table,
        version,
        earliest,
        earliest);
  }

  static DeltaCdfException startAfterLatest(String table, long version, long latest) {
    return permanent(
        ErrorCode.START_INVALID,
        "'start.version' of table '%s' is %d, but the latest version of the table is %d. Set"
            + " 'start.version' to at most %d, or to 'latest' to start with the next commit.",
        table,
        version,
        latest,
        latest + 1);
  }

  static DeltaCdfException tableReplaced(
      String table, long version, String storedId, String foundId) {
    return permanent(
        ErrorCode.TABLE_REPLACED,
        "Table '%s' had the id %s when the offset of version %d was stored, and now has the id %s:"
            + " there is another table at its path. %s",
        table,
        storedId,
        version,
        foundId,
        NEW_SNAPSHOT);
  }

  /** Retriable: a table that is dropped and created again is missing in between. */
  static DeltaCdfException tableGone(String table, String path, DeltaCdfException cause) {
    if (CatalogTableName.isIn(path)) {
      return DeltaCdfException.retriable(
          ErrorCode.NOT_A_TABLE,
          "Table '%s' (%s) was read before, and is not there any more, so it is looked for until it is."
                  .formatted(table, path)
              + " If it is being created again, wait. (%s)".formatted(cause.getMessage()),
          cause);
    }
    return DeltaCdfException.retriable(
        ErrorCode.NOT_A_TABLE,
        ("There is no Delta table at the path of table '%s' any more, although it was read before."
                + " If it is being created again, wait. If its storage cannot be reached or listed,"
                + " repair that. If the table was dropped, remove it from the configuration. (%s)")
            .formatted(table, cause.getMessage()),
        cause);
  }

  /** Retriable: what is missing of a commit that just appeared may be replicated later. */
  static DeltaCdfException notComplete(DeltaCdfException failure) {
    String code = "[" + failure.code() + "] ";
    return DeltaCdfException.retriable(
        failure.code(),
        failure.getMessage().substring(code.length())
            + " The commit that needs it just appeared, so it is looked for again, for as long as"
            + " 'replication.grace.ms' says.",
        failure);
  }

  static DeltaCdfException storedVersionGone(String table, long version) {
    return permanent(
        ErrorCode.TABLE_REPLACED,
        "The stored offset of table '%s' lies in version %d, but the table has no such version. It"
            + " was created again, or its log was truncated. %s",
        table,
        version,
        NEW_SNAPSHOT);
  }

  /**
   * Every table of a task has failed.
   *
   * @param failures the failures by table
   * @param last one of them
   */
  static DeltaCdfException allParked(
      Map<String, DeltaCdfException> failures, DeltaCdfException last) {
    if (failures.size() == 1) {
      return last;
    }
    return DeltaCdfException.permanent(
        last.code(),
        ("All tables of the task that are not published completely are parked"
                + " (table.failure.policy=isolate): %s. The log has the reason of each. Remove the"
                + " causes and restart the task. One of the reasons: %s")
            .formatted(
                failures.entrySet().stream()
                    .map(failure -> failure.getKey() + " [" + failure.getValue().code() + "]")
                    .collect(Collectors.joining(", ")),
                last.getMessage()),
        last);
  }

  static DeltaCdfException unexpected(String table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.INTERNAL,
        ("Reading table '%s' failed with an unexpected error: %s. Restart the task. If the error"
                + " occurs again, report it together with the worker's log.")
            .formatted(table, cause),
        cause);
  }

  private static DeltaCdfException permanent(ErrorCode code, String message, Object... args) {
    return DeltaCdfException.permanent(code, message.formatted(args), null);
  }
}
