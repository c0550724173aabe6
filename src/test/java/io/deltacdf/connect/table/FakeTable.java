package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitHashes;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A table in memory. Commits and snapshots may be added while it is read. The {@link Hook} is
 * called before every access and may block it or make it fail.
 */
public final class FakeTable implements DeltaTable {
  /**
   * Is called before each access, such as {@code next 3}, {@code read part-0 [0, 1]} or {@code
   * batch part-0 1}.
   */
  @FunctionalInterface
  public interface Hook {
    void before(String access);
  }

  private final String name;
  private final int batchSize;
  private final NavigableMap<Long, Commit> commits = new TreeMap<>();
  private final NavigableMap<Long, TableSnapshot> snapshots = new TreeMap<>();
  private final IdentityHashMap<ChangedFile, FakeFile> files = new IdentityHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private volatile Hook hook = access -> {};
  private volatile boolean footerStatistics;
  private volatile long rowGroupBytes = 1_000;

  public FakeTable(String name, int batchSize) {
    this.name = name;
    this.batchSize = batchSize;
  }

  public void hook(Hook newHook) {
    hook = newHook;
  }

  /** Adds statistics of the change types to the footers of change files. */
  public FakeTable withFooterStatistics() {
    footerStatistics = true;
    return this;
  }

  /** Sets the size of each file's only row group. */
  public FakeTable rowGroupBytes(long bytes) {
    rowGroupBytes = bytes;
    return this;
  }

  /** Returns the number of readers and logs that are not closed yet. */
  public int openHandles() {
    return open.get();
  }

  /**
   * Adds a commit whose timestamp is 1000 times its version. If any file is a change file, all
   * files belong to the change data feed.
   */
  public Commit commit(long version, TableState before, TableState after, FakeFile... changed) {
    List<FakeFile> all = List.of(changed);
    return commit(
        version,
        before,
        after,
        all.stream().anyMatch(FakeTable::isChangeFile) ? all : List.of(),
        all.stream().filter(file -> !isChangeFile(file)).toList());
  }

  /** Adds a commit with change files and with the files that it added and removed. */
  public synchronized Commit commit(
      long version,
      TableState before,
      TableState after,
      List<FakeFile> changeFiles,
      List<FakeFile> dataFiles) {
    Commit commit =
        new Commit(
            version,
            version * 1000,
            Optional.of("TEST"),
            before,
            after,
            CommitHashes.NONE,
            changedFiles(changeFiles),
            changedFiles(dataFiles));
    commits.put(version, commit);
    return commit;
  }

  private static boolean isChangeFile(FakeFile file) {
    return file.file().kind() == ChangedFile.Kind.CDC;
  }

  /** Adds the snapshot of a version. */
  public synchronized TableSnapshot snapshot(long version, TableState state, FakeFile... rows) {
    List<ChangedFile> sorted =
        changedFiles(List.of(rows)).stream()
            .sorted(Comparator.comparing(ChangedFile::path))
            .toList();
    TableSnapshot snapshot = new FakeSnapshot(version, version * 1000, state, sorted);
    snapshots.put(version, snapshot);
    return snapshot;
  }

  private List<ChangedFile> changedFiles(List<FakeFile> all) {
    for (FakeFile file : all) {
      files.put(file.file(), file);
    }
    return all.stream().map(FakeFile::file).toList();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String path() {
    return "memory:/" + name;
  }

  @Override
  public TableSnapshot latestSnapshot() {
    hook.before("latest");
    synchronized (this) {
      return snapshots.lastEntry().getValue();
    }
  }

  @Override
  public TableSnapshot snapshotAt(long version) {
    hook.before("snapshot " + version);
    synchronized (this) {
      TableSnapshot snapshot = snapshots.get(version);
      if (snapshot == null) {
        throw DeltaCdfException.permanent(
            ErrorCode.LOG_TRUNCATED,
            "Version " + version + " of " + name + " is no longer available",
            null);
      }
      return snapshot;
    }
  }

  @Override
  public synchronized long earliestVersion() {
    return commits.firstKey();
  }

  @Override
  public synchronized OptionalLong versionAtOrAfter(long timestamp) {
    return commits.values().stream()
        .filter(commit -> commit.timestamp() >= timestamp)
        .mapToLong(Commit::version)
        .findFirst();
  }

  @Override
  public OptionalLong commitTime(long version) {
    return OptionalLong.empty();
  }

  @Override
  public OptionalLong timeAfterGap() {
    return OptionalLong.empty();
  }

  @Override
  public CommitLog follow(LogPosition position) {
    open.incrementAndGet();
    return new FakeLog(position);
  }

  @Override
  public void forgetFiles() {}

  @Override
  public BatchReader read(ChangedFile file, int... ordinals) {
    hook.before("read " + file.path() + " " + Arrays.toString(ordinals));
    open.incrementAndGet();
    return new FakeReader(file, Arrays.stream(ordinals).boxed().collect(Collectors.toSet()));
  }

  @Override
  public BatchReader readWithRowIds(ChangedFile file, int... ordinals) {
    BatchReader reader = read(file, ordinals);
    return new BatchReader() {
      @Override
      public ColumnBatch next() {
        FakeBatch batch = (FakeBatch) reader.next();
        return batch == null ? null : batch.withRowIds();
      }

      @Override
      public long bytesToLoad() {
        return reader.bytesToLoad();
      }

      @Override
      public void load() {
        reader.load();
      }

      @Override
      public boolean isLoaded() {
        return reader.isLoaded();
      }

      @Override
      public void unload() {
        reader.unload();
      }

      @Override
      public boolean isOpen() {
        return reader.isOpen();
      }

      @Override
      public void release(long row) {
        reader.release(row);
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }

  @Override
  public boolean holdsOnlyInserts(ChangedFile file) {
    return switch (file.kind()) {
      case ADDED -> true;
      case REMOVED -> false;
      case CDC -> {
        hook.before("footer " + file.path());
        yield footerStatistics
            && fileOf(file).rows().stream().allMatch(row -> row.type() == ChangeType.INSERT);
      }
    };
  }

  private synchronized FakeFile fileOf(ChangedFile file) {
    return files.get(file);
  }

  @Override
  public void requireSameTable(LogPosition position) {}

  private synchronized Commit commitAt(long version) {
    return commits.get(version);
  }

  private record FakeSnapshot(
      long version, long timestamp, TableState state, List<ChangedFile> files)
      implements TableSnapshot {
    @Override
    public Optional<String> commitHash() {
      return Optional.empty();
    }

    @Override
    public void requireSameTable(Optional<String> stored) {}
  }

  private final class FakeLog implements CommitLog {
    private LogPosition position;
    private TableState state;

    FakeLog(LogPosition position) {
      this.position = position;
    }

    @Override
    public Commit next() {
      long version = position.version() + 1;
      hook.before("next " + version);
      checkTableId();
      Commit commit = commitAt(version);
      if (commit == null) {
        return null;
      }
      state = commit.after();
      position =
          new LogPosition(
              version, Optional.of(state.tableId()), OptionalLong.of(commit.timestamp()));
      return commit;
    }

    private void checkTableId() {
      Commit completed = commitAt(position.version());
      if (completed != null
          && position.tableId().filter(id -> !id.equals(completed.after().tableId())).isPresent()) {
        throw DeltaCdfException.permanent(
            ErrorCode.TABLE_REPLACED, name + " has another id at " + completed.version(), null);
      }
    }

    @Override
    public long latestVersion() {
      return position.version();
    }

    @Override
    public TableState state() {
      return state;
    }

    @Override
    public void requireSameTable() {
      checkTableId();
    }

    @Override
    public LogPosition position() {
      return position;
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  private final class FakeReader implements BatchReader {
    private final ChangedFile file;
    private final FakeFile rows;
    private final Set<Integer> ordinals;
    private int at;
    private boolean loaded;
    private boolean held;
    private boolean closed;

    FakeReader(ChangedFile file, Set<Integer> ordinals) {
      this.file = file;
      this.rows = fileOf(file);
      this.ordinals = ordinals;
    }

    @Override
    public ColumnBatch next() {
      hook.before("batch " + file.path() + " " + at);
      int from = at;
      at = Math.min(at + batchSize, rows.rows().size());
      loaded = at < rows.rows().size();
      return from == at
          ? null
          : new FakeBatch(file.state().schema(), rows.rows().subList(from, at), from, ordinals);
    }

    @Override
    public long bytesToLoad() {
      return loaded || at == rows.rows().size() ? 0 : rowGroupBytes;
    }

    @Override
    public void load() {
      loaded = true;
      held = true;
    }

    @Override
    public boolean isLoaded() {
      return loaded;
    }

    @Override
    public void unload() {
      loaded = false;
    }

    @Override
    public boolean isOpen() {
      return held;
    }

    @Override
    public void release(long row) {
      loaded = false;
      held = false;
      at = (int) Math.min(at, row);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        open.decrementAndGet();
      }
    }
  }
}
