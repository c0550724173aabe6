package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.parquet.UnreadableColumnException;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.util.Collection;
import java.util.Locale;

/** The failures that users see when a table, its log or its files cannot be read. */
public final class TableErrors {
  private TableErrors() {}

  public static DeltaCdfException notATable(TableLocation table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        where(table)
            + ": there is no Delta table here: _delta_log is missing or holds no commit. Check the"
            + " path, and that the connector may list it.",
        cause);
  }

  public static DeltaCdfException unsupportedFeature(
      TableLocation table, String what, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        where(table)
            + ": the table needs "
            + what
            + ", which this connector cannot read. Drop the feature from the table, or leave the"
            + " table out.",
        cause);
  }

  static DeltaCdfException reservedColumn(TableLocation table, long version, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        at(table, version)
            + ": the column '"
            + column
            + "' has a name that the change data feed keeps for itself. Rename the column, or leave"
            + " the table out.",
        null);
  }

  public static DeltaCdfException corruptTable(
      TableLocation table, long version, String what, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        at(table, version) + ": " + what + ". Repair the table's log.",
        cause);
  }

  static DeltaCdfException refusedByKernel(TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        where(table)
            + ": Delta Kernel gave up "
            + doing
            + " ("
            + reason(cause)
            + "). Check that other readers can read the table; repair its log, or leave it out.",
        cause);
  }

  /** Retriable: a version that is listed may not yet be readable to its end on some stores. */
  public static DeltaCdfException corruptCommit(
      TableLocation table, long version, String file, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.CORRUPT_COMMIT,
        at(table, version)
            + ": the commit file "
            + file
            + " cannot be parsed ("
            + reason(cause)
            + "). Nothing after it is published. Restore the file, or start again with a new"
            + " snapshot.",
        cause);
  }

  /** As {@link #corruptCommit}, where Delta Kernel does not say which file it is. */
  static DeltaCdfException unparsableLog(TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.CORRUPT_COMMIT,
        where(table)
            + ": a file of the log cannot be parsed ("
            + reason(cause)
            + ") while "
            + doing
            + ". Restore the file.",
        cause);
  }

  public static DeltaCdfException versionMissing(TableLocation table, long version, long newer) {
    return DeltaCdfException.permanent(
        ErrorCode.VERSION_MISSING,
        at(table, version)
            + ": the commit file of this version is missing, though version "
            + newer
            + " is there. Nothing after it is published. Restore the file, or start again with a"
            + " new snapshot.",
        null);
  }

  public static DeltaCdfException logTruncated(TableLocation table, long version, String earliest) {
    return DeltaCdfException.permanent(
        ErrorCode.LOG_TRUNCATED,
        at(table, version)
            + ": the log no longer reaches back to this version; "
            + earliest
            + ". The changes in between are lost to this connector: start again with a new snapshot"
            + " (reset the table's offset, or set 'snapshot.mode=when_needed'), and raise"
            + " delta.logRetentionDuration.",
        null);
  }

  public static DeltaCdfException logEndsBefore(TableLocation table, long version, String latest) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        at(table, version)
            + ": this version is already published or was asked for, but "
            + latest
            + ": the table was created anew, or its log was cut. Reset the table's offset to take"
            + " a new snapshot, into a new topic if the old rows are not to stay.",
        null);
  }

  public static DeltaCdfException tableReplaced(
      TableLocation table, long version, String was, String is) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        at(table, version)
            + ": the table's id is "
            + is
            + ", but the offset was stored for "
            + was
            + ": another table lies at this path now. Reset the table's offset to take a new"
            + " snapshot, into a new topic if the old rows are not to stay.",
        null);
  }

  public static DeltaCdfException fileMissing(
      TableLocation table, long version, String file, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.FILE_MISSING,
        at(table, version)
            + ": the file "
            + file
            + " is gone, most likely removed by VACUUM. Its rows cannot be published and are not"
            + " skipped: start again with a new snapshot (reset the table's offset, or set"
            + " 'snapshot.mode=when_needed'), and raise delta.deletedFileRetentionDuration.",
        cause);
  }

  static DeltaCdfException fileCorrupt(
      TableLocation table, long version, String file, String what, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.FILE_CORRUPT,
        at(table, version)
            + ": the file "
            + file
            + " cannot be read: "
            + what
            + ". Restore the file, or start again with a new snapshot.",
        cause);
  }

  static DeltaCdfException columnUnreadable(
      TableLocation table, long version, String file, UnreadableColumnException cause) {
    return DeltaCdfException.permanent(
        ErrorCode.FILE_CORRUPT,
        at(table, version)
            + ": in the file "
            + file
            + " "
            + cause.getMessage()
            + ". Rewrite the file with a type that Delta allows for the column, or start again with"
            + " a new snapshot.",
        cause);
  }

  static DeltaCdfException unsupportedFile(
      TableLocation table, long version, String file, String what, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        at(table, version)
            + ": the file "
            + file
            + " cannot be read by this connector: "
            + what
            + ". Rewrite the file, or leave the table out.",
        cause);
  }

  /** Retriable, unless there is no such store. */
  public static DeltaCdfException storage(TableLocation table, String doing, Throwable cause) {
    if (StoreFailures.isNoStore(cause)) {
      return noStore(table, cause);
    } else if (StoreFailures.isUnsupported(cause)) {
      return unsupportedStore(table, cause);
    } else if (StoreFailures.isRefusal(cause)) {
      return accessDenied(table, doing, cause);
    }
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        where(table)
            + ": the store failed while "
            + doing
            + " ("
            + reason(cause)
            + "). Check that it can be reached.",
        cause);
  }

  /** Retriable: roles and tokens are renewed by themselves, and rights take a while to apply. */
  private static DeltaCdfException accessDenied(
      TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.ACCESS_DENIED,
        where(table)
            + ": the store refused access while "
            + doing
            + " ("
            + reason(cause)
            + "). Renew the credentials if they have expired, and give them the right to list and"
            + " read the table; then restart the task, which goes on where it stopped.",
        cause);
  }

  private static DeltaCdfException noStore(TableLocation table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        where(table)
            + ": there is no such bucket ("
            + reason(cause)
            + "). Check the path, the endpoint and the region.",
        cause);
  }

  private static DeltaCdfException unsupportedStore(TableLocation table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_STORE,
        where(table)
            + ": the plugin has no file system for this path ("
            + reason(cause)
            + "). Check the path's scheme, or put the jar of its Hadoop file system into the"
            + " plugin's directory lib on every worker.",
        cause);
  }

  private static String where(TableLocation table) {
    return "Table '" + table.name() + "' (" + table.path() + ")";
  }

  private static String at(TableLocation table, long version) {
    return String.format(
        Locale.ROOT, "Table '%s' (%s), version %d", table.name(), table.path(), version);
  }

  static String list(Collection<?> names) {
    return String.join(", ", names.stream().map(String::valueOf).sorted().toList());
  }

  /** The innermost message of a failure: outer ones only say that something failed. */
  static String reason(Throwable cause) {
    if (cause == null) {
      return "no reason given";
    }
    Throwable inner = cause;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    String message = inner.getMessage();
    String type = inner.getClass().getSimpleName();
    return message == null ? type : type + ": " + message.lines().findFirst().orElse("");
  }
}
