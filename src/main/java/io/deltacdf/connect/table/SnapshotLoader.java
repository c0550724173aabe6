package io.deltacdf.connect.table;

import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.CatalogCommits;
import java.util.SortedSet;

/** Loads Delta Kernel's snapshots, and finds out from the log why one cannot be loaded. */
public final class SnapshotLoader {
  private final TableContext table;

  public SnapshotLoader(TableContext table) {
    this.table = table;
  }

  /**
   * Loads the snapshot of a version. Throws Delta Kernel's own exceptions; {@link #failure}
   * translates them.
   */
  public SnapshotImpl load(long version) {
    return (SnapshotImpl)
        TableManager.loadSnapshot(table.path()).atVersion(version).build(table.engine());
  }

  /** Loads the snapshot of the newest version. */
  SnapshotImpl loadLatest() {
    try {
      return (SnapshotImpl) TableManager.loadSnapshot(table.path()).build(table.engine());
    } catch (RuntimeException e) {
      if (!KernelFailures.isKnown(e)) {
        SortedSet<Long> versions = table.logFiles().commitVersions(0);
        if (versions.isEmpty()) {
          throw TableErrors.notATable(table.location(), e);
        }
        table.logFiles().requireContiguous(versions);
        CatalogCommits.reject(table, versions.first());
      }
      throw KernelFailures.translate(table.location(), "loading the newest snapshot", e);
    }
  }

  /**
   * Returns the failure to report for a snapshot that could not be loaded. Lists the log if the
   * exception alone does not show the reason.
   */
  public DeltaCdfException failure(long version, RuntimeException cause) {
    String doing = "loading version " + version;
    if (KernelFailures.isKnown(cause)) {
      return KernelFailures.translate(table.location(), doing, cause);
    }
    SortedSet<Long> versions = table.logFiles().commitVersions(0);
    if (versions.isEmpty()) {
      return TableErrors.notATable(table.location(), cause);
    }
    if (versions.last() < version) {
      return TableErrors.logEndsBefore(
          table.location(), version, "the newest version in the log is " + versions.last());
    }
    table.logFiles().requireContiguous(versions);
    CatalogCommits.reject(table, versions.first());
    if (versions.first() > 0) {
      return TableErrors.logTruncated(
          table.location(), version, "the earliest commit available is " + versions.first());
    }
    return KernelFailures.translate(table.location(), doing, cause);
  }
}
