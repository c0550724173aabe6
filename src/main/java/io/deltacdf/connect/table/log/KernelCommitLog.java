package io.deltacdf.connect.table.log;

import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a log through Delta Kernel. Metadata and protocol apply until a later commit replaces
 * them.
 */
public final class KernelCommitLog implements CommitLog {
  private static final Logger LOG = LoggerFactory.getLogger(KernelCommitLog.class);

  /** How often to list the log, for problems that the next commit's status does not show. */
  private static final long LISTING_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private final CommitReader reader;
  private final TableContext table;
  private LogPosition position;

  /** The newest status of the commit at the position that a listing had; null if none had it. */
  private @Nullable FileStatus listedAtPosition;

  /** The commit at the position; null before the first commit of the table. */
  private @Nullable LastCommit last;

  private @Nullable TableState state;
  private long latestVersion;
  private boolean opened;
  private long lastListing;

  /** The commit files that were listed and not returned yet. */
  private final Deque<FileStatus> pending = new ArrayDeque<>();

  private final ReadAhead ahead;

  public KernelCommitLog(TableContext table, LogPosition position) {
    this.reader = new CommitReader(table, this::listed);
    this.table = reader.table();
    this.ahead = new ReadAhead(this.table);
    this.position = position;
    this.latestVersion = position.version();
  }

  private void listed(FileStatus file) {
    if (FileNames.deltaVersion(file.getPath()) == position.version()) {
      listedAtPosition = file;
    }
  }

  @Override
  public LogPosition position() {
    return position;
  }

  @Override
  public long latestVersion() {
    return latestVersion;
  }

  @Override
  public @Nullable TableState state() {
    open();
    return state;
  }

  @Override
  public @Nullable Commit next() {
    open();
    if (pending.isEmpty() && !list()) {
      return null;
    }
    boolean read = false;
    try {
      FileStatus file = pending.remove();
      ahead.next(pending);
      Commit commit = read(file);
      read = true;
      return commit;
    } finally {
      if (!read) {
        // The next call lists the log again and so starts with the commit that failed.
        close();
      }
    }
  }

  /** Determines the state at the position. No other snapshot is ever loaded here. */
  private void open() {
    if (opened) {
      return;
    }
    table.requireSameCatalogTable(position);
    long version = position.version();
    if (version >= 0) {
      InitialTableState initial = InitialTableState.at(table, version);
      String found = initial.state().tableId();
      position
          .tableId()
          .filter(id -> !id.equals(found))
          .ifPresent(
              id -> {
                throw TableErrors.tableReplaced(table.location(), version, id, found);
              });
      LastCommit commit = new LastCommit(table, version, found, position.commitHash());
      String read = reader.takeHash(version);
      if (read != null && initial.commit().isPresent()) {
        FileStatus listed = listedAtPosition;
        commit.requireUnchanged(listed == null ? initial.commit().get() : listed, read);
      }
      state = initial.state();
      last = commit;
    }
    reader.clear();
    opened = true;
  }

  @Override
  public void requireSameTable() {
    if (last != null) {
      last.requireSameTable();
    } else {
      // The log could not be opened.
      LastCommit.at(table, position).ifPresent(LastCommit::requireSameTable);
    }
  }

  /** Fails if the commit at the position is not the same any more. */
  private void requireUnchanged() {
    LastCommit commit = last;
    if (commit != null) {
      commit.requireUnchanged();
    }
  }

  /** Makes the next call list the log, as if the last listing were long ago. */
  void listNow() {
    lastListing = 0;
  }

  /** Lists the commits after the position; returns false if there are none. */
  private boolean list() {
    close();
    List<FileStatus> files = commitFiles(position.version() + 1);
    if (files.isEmpty()) {
      return false;
    }
    pending.addAll(files);
    long newest = FileNames.deltaVersion(pending.getLast().getPath());
    latestVersion = Math.max(latestVersion, newest);
    return true;
  }

  /**
   * Returns all commit files from the next one on if it is time to list the log, otherwise only the
   * next one.
   */
  private List<FileStatus> commitFiles(long next) {
    long now = System.nanoTime();
    if (lastListing != 0 && now - lastListing <= LISTING_INTERVAL_NANOS) {
      return table.logFiles().commit(next).stream().toList();
    }
    Optional<CatalogEntry> ratified = table.ratified().catalog().ask();
    NavigableMap<Long, FileStatus> listed =
        table.logFiles().commits(Math.max(0, position.version()));
    requireGapless(listed.navigableKeySet(), next);
    requireVisible(ratified, listed);
    FileStatus found = listed.get(position.version());
    LastCommit commit = last;
    if (commit != null && found != null) {
      commit.requireUnchanged(found);
    }
    lastListing = now;
    return List.copyOf(listed.tailMap(next).values());
  }

  /**
   * Fails if the log cannot be followed because versions are missing, the log was truncated, or it
   * ends before the position.
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

  /** Fails if the log lacks a commit that the catalog knows. */
  private void requireVisible(
      Optional<CatalogEntry> ratified, NavigableMap<Long, FileStatus> listed) {
    OptionalLong newest = ratified.isPresent() ? ratified.get().newest() : OptionalLong.empty();
    if (newest.isPresent() && !listed.isEmpty() && listed.lastKey() < newest.getAsLong()) {
      throw TableErrors.commitNotVisible(
          table.location(), listed.lastKey() + 1, newest.getAsLong());
    }
  }

  private Commit read(FileStatus file) {
    long version = position.version() + 1;
    CommitReader.Read read = reader.read(version, file);
    CommitParser parsed = read.actions();
    // The commit that was read belongs to the same table only if the one before is still there.
    requireUnchanged();
    TableState before = state;
    TableState after = stateAfter(version, parsed, before);
    long timestamp = timestamp(version, after, parsed.info(), file);
    List<ChangedFile> changeFiles = parsed.files().changeFiles(version, after);
    List<ChangedFile> dataFiles =
        parsed.files().dataFiles(version, parsed.info(), before == null ? after : before, after);
    Optional<String> hashBefore = last == null ? Optional.empty() : last.hash();
    Optional<String> hash = read.hash();
    LastCommit commit = new LastCommit(table, version, after.tableId(), hash);
    hash.ifPresent(text -> commit.requireUnchanged(file, text));
    last = commit;
    state = after;
    position =
        new LogPosition(
            version,
            Optional.of(after.tableId()),
            OptionalLong.of(timestamp),
            hash,
            after.catalogTableId());
    return new Commit(
        version,
        timestamp,
        parsed.info().flatMap(CommitInfo::getOperation),
        before == null ? after : before,
        after,
        new CommitHashes(hashBefore, hash),
        changeFiles,
        dataFiles);
  }

  private TableState stateAfter(long version, CommitParser parsed, @Nullable TableState before) {
    if (parsed.metadata().isEmpty() && parsed.protocol().isEmpty() && before != null) {
      return before;
    }
    Optional<TableState> previous = Optional.ofNullable(before);
    Optional<Metadata> metadata = parsed.metadata().or(() -> previous.map(TableState::logged));
    Optional<Protocol> protocol = parsed.protocol().or(() -> previous.map(TableState::protocol));
    if (metadata.isEmpty() || protocol.isEmpty()) {
      throw TableErrors.corruptTable(
          table.location(), version, "the first commit lacks a metaData or protocol action", null);
    }
    TableState after = TableState.of(table.location(), version, metadata.get(), protocol.get());
    if (before != null && !before.tableId().equals(after.tableId())) {
      LOG.warn(
          "Table '{}', version {}: this commit changes the table's id from {} to {}. The log has no"
              + " gap, so its changes are published and the next offsets have the new id",
          table.location().name(),
          version,
          before.tableId(),
          after.tableId());
    }
    return after;
  }

  /**
   * Returns the in-commit timestamp if the table has it, otherwise the modification time of the
   * commit file, or 1 ms after the previous commit if that is later.
   */
  private long timestamp(
      long version, TableState after, Optional<CommitInfo> info, FileStatus file) {
    if (after.inCommitTimestamps()) {
      return info.orElseThrow(
              () ->
                  TableErrors.commitWithoutTimestamp(
                      table.location(), version, table.logFiles().commitFile(version), null))
          .getInCommitTimestamp()
          .orElseThrow(
              () ->
                  TableErrors.corruptTable(
                      table.location(),
                      version,
                      "in-commit timestamps are enabled, but the commit has none",
                      null));
    }
    long modified = file.getModificationTime();
    return position.timestamp().isPresent()
        ? Math.max(modified, position.timestamp().getAsLong() + 1)
        : modified;
  }

  @Override
  public void close() {
    pending.clear();
    ahead.clear();
    reader.clear();
  }
}
