package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.parquet.UnreadableColumnException;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The errors that users see when a table, its log or its files cannot be read. */
public final class TableErrors {
  private TableErrors() {}

  public static DeltaCdfException notATable(TableLocation table, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        where(table)
            + ": there is no Delta table "
            + table.catalogPath().map("where the catalog has "::concat).orElse("at this path")
            + ", because _delta_log is missing or contains no commit. Check the path, and that the"
            + " connector may list it. If its files were removed, restore them.",
        cause);
  }

  /**
   * @param what the feature, such as {@code protocol version 9}
   */
  public static DeltaCdfException unsupportedFeature(
      TableLocation table, String what, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        where(table)
            + ": the table needs "
            + what
            + ", which this connector cannot read. Drop the feature from the table, or remove the"
            + " table from the configuration.",
        cause);
  }

  static DeltaCdfException reservedColumn(TableLocation table, long version, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        at(table, version)
            + ": the column '"
            + column
            + "' has a name that is reserved for the change data feed. Rename the column, or remove"
            + " the table from the configuration.",
        null);
  }

  public static DeltaCdfException corruptTable(
      TableLocation table, long version, String what, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        at(table, version) + ": " + what + ". Repair the table's log.",
        cause);
  }

  static DeltaCdfException refusedByKernel(TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        where(table)
            + ": Delta Kernel failed while "
            + doing
            + " ("
            + reason(cause)
            + "). Check whether other readers can read the table. Repair its log, or remove the"
            + " table from the configuration.",
        cause);
  }

  /** Retriable: on some stores a file is listed before it can be read completely. */
  public static DeltaCdfException corruptCommit(
      TableLocation table, long version, String file, @Nullable Throwable cause) {
    return corruptCommit(
        table,
        version,
        file,
        "cannot be parsed" + (cause == null ? "" : " (" + reason(cause) + ")"),
        cause);
  }

  /** Retriable: on some stores a file is listed before it can be opened. */
  public static DeltaCdfException commitUnavailable(
      TableLocation table, long version, String file, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        at(table, version)
            + ": the store lists the commit file "
            + file
            + ", but it cannot be opened ("
            + reason(cause)
            + "). Neither this version nor later ones are published. Check that the file exists and"
            + " that the connector may read it.",
        cause);
  }

  /** A commit that is not complete, although all of its lines are JSON. */
  public static DeltaCdfException commitWithoutTimestamp(
      TableLocation table, long version, String file, @Nullable Throwable cause) {
    return corruptCommit(
        table,
        version,
        file,
        "has no commitInfo action, which the table's in-commit timestamps require",
        cause);
  }

  private static DeltaCdfException corruptCommit(
      TableLocation table, long version, String file, String what, @Nullable Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.CORRUPT_COMMIT,
        at(table, version)
            + ": the commit file "
            + file
            + " "
            + what
            + ". It may not be written completely yet. Neither this version nor later ones are"
            + " published. Restore the file. To pass the version without its changes, stop the"
            + " connector and send PATCH /connectors/<name>/offsets to Kafka Connect with"
            + " {\"offsets\": [{\"partition\": {\"table\": \""
            + table.name()
            + "\"}, \"offset\": {\"version\": "
            + version
            + "}}]}.",
        cause);
  }

  /**
   * @param what sentences without the last full stop, which name the file and the versions that the
   *     log lacks
   */
  public static DeltaCdfException checkpointCorrupt(
      TableLocation table, long version, String what, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.CHECKPOINT_CORRUPT,
        at(table, version)
            + ": "
            + what
            + ". Restore the file, or the commit files that are lacking. If a newer version can be"
            + " read, start again with a new snapshot (reset the table's offset, or set"
            + " 'snapshot.mode=when_needed').",
        cause);
  }

  /** Like {@link #corruptCommit}, but Delta Kernel does not report which file it is. */
  static DeltaCdfException unparsableLog(TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.CORRUPT_COMMIT,
        where(table)
            + ": a file of the log could not be parsed while "
            + doing
            + " ("
            + reason(cause)
            + "). Restore the file.",
        cause);
  }

  public static DeltaCdfException versionMissing(TableLocation table, long version, long newer) {
    return DeltaCdfException.permanent(
        ErrorCode.VERSION_MISSING,
        at(table, version)
            + ": the commit file of this version is missing, although version "
            + newer
            + " exists. Later versions are not published. Restore the file, or start again with a"
            + " new snapshot.",
        null);
  }

  /** The commit of the newest checkpoint is missing, and maybe commits before it. */
  public static DeltaCdfException commitOfCheckpointMissing(
      TableLocation table, long version, long checkpoint) {
    return DeltaCdfException.permanent(
        ErrorCode.VERSION_MISSING,
        at(table, version)
            + ": the commit file of this version is missing, although there is a checkpoint of"
            + " version "
            + checkpoint
            + ". Without its commit file, a checkpoint cannot be used. Restore the file.",
        null);
  }

  /**
   * @param earliest a clause that says what can still be read
   */
  public static DeltaCdfException logTruncated(TableLocation table, long version, String earliest) {
    return DeltaCdfException.permanent(
        ErrorCode.LOG_TRUNCATED,
        at(table, version)
            + ": the log no longer reaches back to this version: "
            + earliest
            + ". The changes in between can no longer be read. Start again with a new snapshot"
            + " (reset the table's offset, or set 'snapshot.mode=when_needed'), and increase"
            + " delta.logRetentionDuration.",
        null);
  }

  /**
   * @param latest a clause that names the newest version
   */
  public static DeltaCdfException logEndsBefore(TableLocation table, long version, String latest) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        at(table, version)
            + ": the log ends before this version, which was already published or is requested: "
            + latest
            + ". The table was recreated, or commits were deleted from its log. Reset the table's"
            + " offset to take a new snapshot, and use a new topic if the old rows must not stay.",
        null);
  }

  public static DeltaCdfException tableReplaced(
      TableLocation table, long version, String stored, String actual) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        at(table, version)
            + ": the table's id is "
            + actual
            + ", but the offset was stored for the id "
            + stored
            + ". Another table is now at this path. Reset the table's offset or set"
            + " 'table.replaced=snapshot' to take a new snapshot, and use a new topic if the old"
            + " rows must not stay.",
        null);
  }

  public static DeltaCdfException commitRewritten(TableLocation table, long version, String file) {
    return DeltaCdfException.permanent(
        ErrorCode.COMMIT_REWRITTEN,
        at(table, version)
            + ": the commit file "
            + file
            + " has other content than when this version was published. Two writers overwrote each"
            + " other, or another state of the table was restored, so the topic may have rows that"
            + " the table does not have. Nothing more is published. Find out which writer did it,"
            + " and reset the table's offset to take a new snapshot.",
        null);
  }

  public static DeltaCdfException fileMissing(
      TableLocation table, long version, String file, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.FILE_MISSING,
        at(table, version)
            + ": the file "
            + file
            + " is missing, most likely because VACUUM removed it. Its rows cannot be published,"
            + " and they are not skipped. Start again with a new snapshot (reset the table's"
            + " offset, or set 'snapshot.mode=when_needed'), and increase"
            + " delta.deletedFileRetentionDuration.",
        cause);
  }

  static DeltaCdfException fileCorrupt(
      TableLocation table, long version, String file, String what, @Nullable Throwable cause) {
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
            + ": the file "
            + file
            + " cannot be read: "
            + cause.getMessage()
            + ". Rewrite the file with a type that Delta allows for the column, or start again with"
            + " a new snapshot.",
        cause);
  }

  static DeltaCdfException unsupportedFile(
      TableLocation table, long version, String file, String what, @Nullable Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        at(table, version)
            + ": the file "
            + file
            + " cannot be read by this connector: "
            + what
            + ". Rewrite the file, or remove the table from the configuration.",
        cause);
  }

  /** Retriable: the file that a catalog does not name any more may not be visible yet. */
  public static DeltaCdfException commitNotVisible(TableLocation table, long version, long newest) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        at(table, version)
            + ": the catalog says that version "
            + newest
            + " is the newest one and names no file of this version, but the log has none either."
            + " This version is published once the file is there.",
        null);
  }

  /** Retriable, unless the store does not exist or no file system is available for it. */
  public static DeltaCdfException storage(TableLocation table, String doing, Throwable cause) {
    Optional<DeltaCdfException> ours = DeltaCdfException.in(cause);
    if (ours.isPresent()) {
      // The catalog refused credentials for the store.
      return ours.get();
    } else if (StoreFailures.isNoStore(cause)) {
      return noStore(table, cause);
    } else if (StoreFailures.isUnsupported(cause)) {
      return unsupportedStore(table, cause);
    } else if (StoreFailures.isAccessDenied(cause)) {
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

  /** Retriable: roles and tokens are renewed automatically, and permissions apply after a while. */
  private static DeltaCdfException accessDenied(
      TableLocation table, String doing, Throwable cause) {
    return DeltaCdfException.retriable(
        ErrorCode.ACCESS_DENIED,
        where(table)
            + ": the store denied access while "
            + doing
            + " ("
            + reason(cause)
            + "). Renew the credentials if they have expired, and grant them permission to list and"
            + " read the table. Then restart the task, which continues where it stopped.",
        cause);
  }

  private static DeltaCdfException noStore(TableLocation table, Throwable cause) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        where(table)
            + ": the bucket does not exist ("
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

  /** Returns the message of the innermost cause: outer ones only say that something failed. */
  public static String reason(Throwable cause) {
    Throwable inner = cause;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    String message = inner.getMessage();
    String type = inner.getClass().getSimpleName();
    return message == null
        ? type
        : type + ": " + Redaction.hide(message.lines().findFirst().orElse(""));
  }
}
