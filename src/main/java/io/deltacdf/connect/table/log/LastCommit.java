package io.deltacdf.connect.table.log;

import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.SnapshotLoader;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.storage.TaggedFileStatus;
import java.io.FileNotFoundException;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the last commit looked like when it was read. If its file has other bytes later, then
 * another table is at the path, or the history of the table was rewritten. Another time or etag of
 * the file means nothing, because replication, a restore or another storage class changes them.
 *
 * <p>Not thread-safe.
 */
public final class LastCommit {
  private static final Logger LOG = LoggerFactory.getLogger(LastCommit.class);

  private final TableContext table;

  /** -1 if the first commit of the table is not read yet. */
  private final long version;

  private final String tableId;

  /** The {@link #hashOf} the file; null if it is not known yet. */
  private @Nullable String hash;

  /** The last status of the file with these bytes; null if it is not known yet. */
  private @Nullable FileStatus status;

  /**
   * @param tableId the id of the table at this version
   * @param hash the {@link #hashOf} the commit when it was published, if it is known; ignored if it
   *     is that of another version, because somebody may have changed the version of an offset
   */
  public LastCommit(TableContext table, long version, String tableId, Optional<String> hash) {
    this.table = table;
    this.version = version;
    this.tableId = tableId;
    this.hash = hash.filter(text -> text.startsWith(hashOf(version, ""))).orElse(null);
  }

  /** Returns the commit at a position; empty if the position does not tell which table it is. */
  public static Optional<LastCommit> at(TableContext table, LogPosition position) {
    return position
        .tableId()
        .map(id -> new LastCommit(table, position.version(), id, position.commitHash()));
  }

  /**
   * Returns the version and the hash of a commit as offsets have them, such as {@code
   * 41:0123456789abcdef}.
   *
   * @param content the {@link io.deltacdf.connect.table.storage.ContentHash} of the file
   */
  public static String hashOf(long version, String content) {
    return version + ":" + content;
  }

  /** Returns the {@link #hashOf} the commit, if it is known. */
  public Optional<String> hash() {
    return Optional.ofNullable(hash);
  }

  /**
   * Finds out whether another table is at the path, after a failure that this would explain. Unlike
   * {@link #requireUnchanged()}, this compares the id of the table if the bytes of the commit are
   * not known.
   *
   * @throws DeltaCdfException as {@link #requireUnchanged()}
   */
  public void requireSameTable() {
    Optional<FileStatus> found =
        version < 0 ? Optional.empty() : table.logFiles().commitStatus(version);
    if (found.isEmpty()) {
      requireCleanedUp();
    } else if (hash == null) {
      requireSameId(version);
    } else {
      requireUnchanged(found.get());
    }
  }

  /**
   * Looks at the commit file again.
   *
   * @throws DeltaCdfException TABLE_REPLACED or COMMIT_REWRITTEN if it has other bytes;
   *     TABLE_REPLACED, VERSION_MISSING or NOT_A_TABLE if it is gone and was not just cleaned up
   */
  public void requireUnchanged() {
    Optional<FileStatus> found = table.logFiles().commitStatus(version);
    if (found.isPresent()) {
      requireUnchanged(found.get());
    } else {
      requireCleanedUp();
    }
  }

  /** Compares the commit with the file that was found; reads it if it looks different. */
  public void requireUnchanged(FileStatus found) {
    if (status != null && TaggedFileStatus.looksEqual(status, found)) {
      return;
    }
    Optional<String> actual = table.logFiles().hash(found);
    if (actual.isEmpty()) {
      // It was deleted in between. The next look finds out why.
      throw TableErrors.storage(
          table.location(),
          "reading the commit file of version " + version + " again",
          new FileNotFoundException(found.getPath()));
    }
    requireUnchanged(found, hashOf(version, actual.get()));
  }

  /**
   * Compares the commit with a file that was read.
   *
   * @param actual the {@link #hashOf} the file
   * @param found the status that the file had before it was read
   */
  void requireUnchanged(FileStatus found, String actual) {
    if (hash != null && !hash.equals(actual)) {
      throw rewritten(found.getPath());
    }
    hash = actual;
    status = found;
  }

  private DeltaCdfException rewritten(String file) {
    String found;
    try {
      found = new SnapshotLoader(table).loadId(version);
    } catch (DeltaCdfException e) {
      if (e.isRetriable() || e.code() == ErrorCode.TABLE_REPLACED) {
        return e;
      }
      DeltaCdfException rewritten = TableErrors.commitRewritten(table.location(), version, file);
      rewritten.addSuppressed(e);
      return rewritten;
    }
    return found.equals(tableId)
        ? TableErrors.commitRewritten(table.location(), version, file)
        : TableErrors.tableReplaced(table.location(), version, tableId, found);
  }

  /** Deleting the file of an old commit is legal while the commits after it are in the log. */
  private void requireCleanedUp() {
    SortedSet<Long> versions = table.logFiles().commitVersions(0);
    if (versions.isEmpty()) {
      throw TableErrors.notATable(table.location(), null);
    } else if (versions.last() < version) {
      throw TableErrors.logEndsBefore(
          table.location(), version, "the newest version in the log is " + versions.last());
    } else if (versions.last() > version) {
      requireSameId(versions.last());
    }
    // Otherwise the file is back, and the next look compares it.
  }

  private void requireSameId(long at) {
    String found;
    try {
      found = new SnapshotLoader(table).loadId(at);
    } catch (DeltaCdfException e) {
      if (e.isRetriable()) {
        throw e;
      }
      LOG.warn(
          "Table '{}': the commit of version {}, which was published last, is not known or not in"
              + " the log any more, and version {} cannot be loaded, so it is not known whether"
              + " another table is at the path",
          table.location().name(),
          version,
          at,
          e);
      return;
    }
    if (!found.equals(tableId)) {
      throw TableErrors.tableReplaced(table.location(), version, tableId, found);
    }
  }
}
