package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.UnreadableColumn;
import io.deltacdf.connect.table.log.Commit;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Creates the failures that only the command line has. */
final class CliErrors {
  private CliErrors() {}

  /** The changes of a commit are neither recorded nor can they be derived from its files. */
  static DeltaCdfException noChanges(DeltaTable table, Commit commit, ChangeFeed changeFeed) {
    String problem =
        changeFeed == ChangeFeed.REQUIRE
            ? ": the commit changes data, but the change data feed was off, so its changes are not"
                + " recorded. Try --change-feed=auto, or start"
            : ": the commit removes rows, but row tracking was not on before and after it, so its"
                + " change rows cannot be derived from its files. Print records by key instead"
                + " (--key without --raw), or start";
    return permanent(
        ErrorCode.CHANGE_FEED_OFF,
        where(table)
            + ", version "
            + commit.version()
            + problem
            + " after this version with --from-version. 'describe' shows since when the change data"
            + " feed has been on. If it is still off, set delta.enableChangeDataFeed=true.");
  }

  static DeltaCdfException unreadableColumns(DeltaTable table, List<UnreadableColumn> columns) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        where(table)
            + ": "
            + columns.stream().map(UnreadableColumn::problem).collect(Collectors.joining(" and "))
            + " cannot be read, so whole rows cannot be printed. Print records instead (without"
            + " --raw), and leave out "
            + (columns.size() == 1 ? "the column" : "the columns")
            + " with --set=column.exclude.list=….");
  }

  static DeltaCdfException versionNotThere(DeltaTable table, long version, long last) {
    return permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": version "
            + version
            + " does not exist yet. The last version that can be given is "
            + last
            + ". --follow waits for later versions.");
  }

  static DeltaCdfException versionGone(DeltaTable table, long version, long earliest) {
    return permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": version "
            + version
            + " is no longer in the log. The earliest version in the log is "
            + earliest
            + ". Start there, or print the rows of the table with --snapshot.");
  }

  static DeltaCdfException timestampAfterLatest(DeltaTable table, long timestamp, long latest) {
    return permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": there is no commit at or after "
            + Instant.ofEpochMilli(timestamp)
            + ". The latest version is "
            + latest
            + ". Give an earlier time, or wait for the next commit with --follow.");
  }

  static DeltaCdfException rangeReversed(DeltaTable table, long from, long to) {
    return permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": the range starts at version "
            + from
            + " but ends at version "
            + to
            + ". Give the smaller version first; both ends are part of the range.");
  }

  private static String where(DeltaTable table) {
    return "Table '" + table.name() + "' (" + table.path() + ")";
  }

  private static DeltaCdfException permanent(ErrorCode code, String message) {
    return DeltaCdfException.permanent(code, message, null);
  }
}
