package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.internal.DeltaLogActionUtils;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;

/**
 * Follows a log whose commits Delta Kernel reads; metadata and protocol are carried from commit to
 * commit.
 */
public final class KernelCommitLog implements CommitLog {
  /** How often the log is listed to find what a status call for the next commit cannot see. */
  private static final long LISTING_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private final TableContext table;
  private LogPosition position;
  private TableState state;
  private boolean opened;
  private long lastListing;

  /** Commits that are listed and not yet given out; null where there are none. */
  private CloseableIterator<CommitActions> pending;

  private final Map<Long, Long> modificationTimes = new HashMap<>();

  public KernelCommitLog(TableContext table, LogPosition position) {
    this.table = table;
    this.position = position;
  }

  @Override
  public LogPosition position() {
    return position;
  }

  @Override
  public TableState state() {
    open();
    return state;
  }

  @Override
  public Commit next() {
    open();
    if ((pending == null || !pending.hasNext()) && !list()) {
      return null;
    }
    boolean done = false;
    try {
      Commit commit = read();
      done = true;
      return commit;
    } finally {
      if (!done) {
        // What comes after the failed commit is listed anew, so that the next call starts at the
        // same commit.
        close();
      }
    }
  }

  /** Finds out what the table is at the position: the only snapshot that is ever loaded here. */
  private void open() {
    if (opened) {
      return;
    }
    if (position.version() >= 0) {
      state = InitialTableState.at(table, position.version());
      position
          .tableId()
          .filter(id -> !id.equals(state.tableId()))
          .ifPresent(
              id -> {
                throw TableErrors.tableReplaced(
                    table.location(), position.version(), id, state.tableId());
              });
    }
    opened = true;
  }

  /** Looks for commits behind the position; false where there are none. */
  private boolean list() {
    close();
    long next = position.version() + 1;
    List<FileStatus> files = commitFiles(next);
    for (FileStatus file : files) {
      modificationTimes.put(FileNames.deltaVersion(file.getPath()), file.getModificationTime());
    }
    pending =
        DeltaLogActionUtils.getActionsFromCommitFilesWithProtocolValidation(
            table.engine(), table.path(), files, CommitParser.ACTIONS);
    return !files.isEmpty();
  }

  /** All commits from the next on where the log is due to be listed, or else the next one alone. */
  private List<FileStatus> commitFiles(long next) {
    long now = System.nanoTime();
    if (lastListing != 0 && now - lastListing <= LISTING_INTERVAL_NANOS) {
      return table.logFiles().commit(next).stream().toList();
    }
    NavigableMap<Long, FileStatus> listed =
        table.logFiles().commits(Math.max(0, position.version()));
    requireGapless(listed.navigableKeySet(), next);
    lastListing = now;
    return List.copyOf(listed.tailMap(next).values());
  }

  /**
   * Fails where the log cannot be followed: versions missing, cut off, or the position itself gone.
   */
  private void requireGapless(SortedSet<Long> versions, long next) {
    if (versions.isEmpty()) {
      SortedSet<Long> all = table.logFiles().commitVersions(0);
      if (all.isEmpty()) {
        throw TableErrors.notATable(table.location(), null);
      }
      throw TableErrors.logEndsBefore(
          table.location(), position.version(), "the newest version in the log is " + all.last());
    }
    if (!versions.contains(next) && versions.last() > next) {
      if (versions.first() > next) {
        throw TableErrors.logTruncated(
            table.location(), next, "the earliest commit available is " + versions.first());
      }
      throw TableErrors.versionMissing(table.location(), next, versions.tailSet(next).first());
    }
    table.logFiles().requireContiguous(versions.tailSet(Math.min(next, versions.last())));
  }

  private Commit read() {
    long version = position.version() + 1;
    String file = table.logFiles().commitFile(version);
    CommitParser parsed;
    try (CommitActions actions = pending.next()) {
      parsed = new CommitParser(table.logFiles()).parse(actions);
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "reading " + file, new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw commitFailure(version, file, e);
    } catch (Exception e) {
      throw TableErrors.storage(table.location(), "closing " + file, e);
    }
    TableState before = state;
    TableState after = carryForward(version, parsed, before);
    long timestamp = timestamp(version, after, parsed.info());
    List<ChangedFile> changeFiles = parsed.files().changeFiles(version, after);
    List<ChangedFile> dataFiles =
        parsed.files().dataFiles(version, parsed.info(), before == null ? after : before, after);
    state = after;
    position = new LogPosition(version, Optional.of(after.tableId()), OptionalLong.of(timestamp));
    modificationTimes.remove(version);
    return new Commit(
        version,
        timestamp,
        parsed.info().flatMap(CommitInfo::getOperation),
        before == null ? after : before,
        after,
        changeFiles,
        dataFiles);
  }

  private DeltaCdfException commitFailure(long version, String file, RuntimeException e) {
    if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table.location(), version, file, e);
    }
    return KernelFailures.isKnown(e) && !KernelFailures.isJsonError(e)
        ? KernelFailures.translate(table.location(), "reading " + file, e)
        : TableErrors.corruptCommit(table.location(), version, file, e);
  }

  private TableState carryForward(long version, CommitParser parsed, TableState before) {
    if (parsed.metadata().isEmpty() && parsed.protocol().isEmpty() && before != null) {
      return before;
    }
    Metadata metadata = parsed.metadata().orElseGet(() -> before == null ? null : before.logged());
    Protocol protocol =
        parsed.protocol().orElseGet(() -> before == null ? null : before.protocol());
    if (metadata == null || protocol == null) {
      throw TableErrors.corruptTable(
          table.location(), version, "the first commit lacks a metaData or protocol action", null);
    }
    return TableState.of(table.location(), version, metadata, protocol);
  }

  /**
   * The in-commit timestamp, or the file's modification time, at least 1 ms after the commit
   * before.
   */
  private long timestamp(long version, TableState after, Optional<CommitInfo> info) {
    if (after.inCommitTimestamps()) {
      return info.flatMap(CommitInfo::getInCommitTimestamp)
          .orElseThrow(
              () ->
                  TableErrors.corruptTable(
                      table.location(),
                      version,
                      "in-commit timestamps are on, but the commit has none",
                      null));
    }
    long modified = modificationTimes.get(version);
    return position.timestamp().isPresent()
        ? Math.max(modified, position.timestamp().getAsLong() + 1)
        : modified;
  }

  @Override
  public void close() {
    if (pending != null) {
      try {
        pending.close();
      } catch (IOException e) {
        throw TableErrors.storage(table.location(), "closing the log", e);
      } finally {
        pending = null;
        modificationTimes.clear();
      }
    }
  }
}
