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

/** The failures that only the command line has. */
final class CliErrors {
  private CliErrors() {}

  /** A commit whose changes are neither recorded nor to be told from its files. */
  static DeltaCdfException noChanges(DeltaTable table, Commit commit, ChangeFeed changeFeed) {
    String what =
        changeFeed == ChangeFeed.REQUIRE
            ? ": the commit changes data, but the change data feed was off, so its changes were not"
                + " recorded. Try --change-feed=auto, or start"
            : ": the commit removes rows, and row tracking was not on before and after it, so its"
                + " change rows cannot be derived from its files. Print records by key (without"
                + " --raw, with --key) instead, or start";
    return DeltaCdfException.permanent(
        ErrorCode.CHANGE_FEED_OFF,
        where(table)
            + ", version "
            + commit.version()
            + what
            + " behind it with --from-version ('describe' tells since when the feed is on), and set"
            + " delta.enableChangeDataFeed=true if it is off still.",
        null);
  }

  static DeltaCdfException unreadableColumns(DeltaTable table, List<UnreadableColumn> columns) {
    return DeltaCdfException.permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        where(table)
            + ": "
            + columns.stream().map(UnreadableColumn::problem).collect(Collectors.joining(", and "))
            + " cannot be read, so rows cannot be printed whole. Print records (without --raw) with"
            + " the column left out (--set=column.exclude.list=…).",
        null);
  }

  static DeltaCdfException versionNotThere(DeltaTable table, long version, long last) {
    return DeltaCdfException.permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": version "
            + version
            + " is not there yet; the last that can be given is "
            + last
            + ". --follow waits for the versions after it.",
        null);
  }

  static DeltaCdfException versionGone(DeltaTable table, long version, long earliest) {
    return DeltaCdfException.permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": version "
            + version
            + " is no longer in the log; the earliest that is there is "
            + earliest
            + ". Start from that, or print the table's rows with --snapshot.",
        null);
  }

  static DeltaCdfException timestampAfterLatest(DeltaTable table, long timestamp, long latest) {
    return DeltaCdfException.permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": no commit is as late as "
            + Instant.ofEpochMilli(timestamp)
            + "; the latest version is "
            + latest
            + ". Give an earlier time, or wait for the next commit with --follow.",
        null);
  }

  static DeltaCdfException rangeReversed(DeltaTable table, long from, long to) {
    return DeltaCdfException.permanent(
        ErrorCode.START_INVALID,
        where(table)
            + ": the range starts at version "
            + from
            + " and ends before that, at version "
            + to
            + ". Both ends are part of the range; give the smaller one first.",
        null);
  }

  private static String where(DeltaTable table) {
    return "Table '" + table.name() + "' (" + table.path() + ")";
  }
}
