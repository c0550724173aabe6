package io.deltacdf.connect.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.CatalogTables;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.KernelCommitLog;
import io.deltacdf.connect.table.log.LogFiles;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.log.VersionHistory;
import io.deltacdf.connect.table.parquet.Footers;
import io.deltacdf.connect.table.storage.HadoopConfigurations;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.StorageFileIo;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.apache.hadoop.fs.Path;

/** A table read through Delta Kernel. */
public final class KernelTable implements DeltaTable {
  private final String name;
  private final String path;
  private final Storage storage;
  private final Engine engine;
  private final LogFiles logFiles;
  private final Footers footers;

  KernelTable(String name, String path, Storage storage) {
    this.name = name;
    this.storage = storage;
    Path root = HadoopConfigurations.root(path, storage.configuration());
    this.path = root.toString();
    this.engine = DefaultEngine.create(new StorageFileIo(storage));
    this.logFiles = new LogFiles(this, root, storage.configuration(), engine);
    this.footers = new Footers(storage.configuration());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String path() {
    return path;
  }

  public Engine engine() {
    return engine;
  }

  public Storage storage() {
    return storage;
  }

  public LogFiles logFiles() {
    return logFiles;
  }

  Footers footers() {
    return footers;
  }

  @Override
  public TableSnapshot latestSnapshot() {
    return new KernelSnapshot(this, loadLatest());
  }

  @Override
  public TableSnapshot snapshotAt(long version) {
    try {
      return new KernelSnapshot(this, load(version));
    } catch (DeltaCdfException e) {
      throw e;
    } catch (RuntimeException e) {
      throw snapshotFailure(version, e);
    }
  }

  @Override
  public long earliestVersion() {
    SortedSet<Long> versions = logFiles.commitVersions(0);
    if (versions.isEmpty()) {
      throw TableErrors.notATable(this, null);
    }
    return versions.first();
  }

  @Override
  public OptionalLong versionAtOrAfter(long timestamp) {
    SnapshotImpl latest = loadLatest();
    try {
      return VersionHistory.versionAtOrAfter(engine, latest, timestamp);
    } catch (RuntimeException e) {
      throw KernelFailures.translate(this, "looking for the commit at a timestamp", e);
    }
  }

  @Override
  public CommitLog follow(LogPosition position) {
    return new KernelCommitLog(this, position);
  }

  @Override
  public BatchReader read(ChangedFile file, int... ordinals) {
    return FileBatchReader.open(this, file, ordinals);
  }

  @Override
  public BatchReader readWithRowIds(ChangedFile file, int... ordinals) {
    return FileBatchReader.openWithRowIds(this, file, ordinals);
  }

  @Override
  public boolean holdsOnlyInserts(ChangedFile file) {
    return switch (file.kind()) {
      case ADDED -> true;
      case REMOVED -> false;
      case CDC -> ChangeFileFooter.showsOnlyInserts(this, file);
    };
  }

  /**
   * Loads a snapshot; kernel's own exceptions pass through, so that the caller can look for the
   * reason in the log.
   */
  public SnapshotImpl load(long version) {
    return (SnapshotImpl) TableManager.loadSnapshot(path).atVersion(version).build(engine);
  }

  private SnapshotImpl loadLatest() {
    try {
      Snapshot snapshot = TableManager.loadSnapshot(path).build(engine);
      return (SnapshotImpl) snapshot;
    } catch (RuntimeException e) {
      if (!KernelFailures.isKnown(e)) {
        SortedSet<Long> versions = logFiles.commitVersions(0);
        if (versions.isEmpty()) {
          throw TableErrors.notATable(this, e);
        }
        logFiles.requireContiguous(versions);
        CatalogTables.refuse(this, versions.first());
        throw KernelFailures.translate(this, "loading the newest snapshot", e);
      }
      throw KernelFailures.translate(this, "loading the newest snapshot", e);
    }
  }

  /** Why the snapshot of a version cannot be built, told from the log. */
  public DeltaCdfException snapshotFailure(long version, RuntimeException cause) {
    if (KernelFailures.isKnown(cause)) {
      return KernelFailures.translate(this, "loading version " + version, cause);
    }
    SortedSet<Long> versions = logFiles.commitVersions(0);
    if (versions.isEmpty()) {
      return TableErrors.notATable(this, cause);
    }
    if (versions.last() < version) {
      return TableErrors.logEndsBefore(
          this, version, "the newest version in the log is " + versions.last());
    }
    logFiles.requireContiguous(versions);
    CatalogTables.refuse(this, versions.first());
    if (versions.first() > 0) {
      return TableErrors.logTruncated(
          this, version, "the earliest commit available is " + versions.first());
    }
    return KernelFailures.translate(this, "loading version " + version, cause);
  }
}
