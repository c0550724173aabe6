package io.deltacdf.connect.table;

import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.CatalogCommits;
import io.deltacdf.connect.table.log.DamagedCommits;
import java.util.SortedSet;

/** Loads Delta Kernel's snapshots, and finds out from the log why one cannot be loaded. */
public final class SnapshotLoader {
  /**
   * From this version on, the log is listed before a snapshot is loaded. If the version does not
   * exist, Delta Kernel lists the log again from each thousandth version before it, which may never
   * end.
   */
  private static final long LISTED_FIRST = 10_000;

  private final TableContext table;

  public SnapshotLoader(TableContext table) {
    this.table = table;
  }

  /**
   * Loads the snapshot of a version. Throws Delta Kernel's own exceptions; {@link #failure}
   * translates them.
   */
  public SnapshotImpl load(long version) {
    if (version >= LISTED_FIRST && table.logFiles().commitVersions(version).isEmpty()) {
      checkLog(version);
    }
    return (SnapshotImpl)
        TableManager.loadSnapshot(table.path()).atVersion(version).build(table.engine());
  }

  /** Loads the snapshot of the newest version. */
  SnapshotImpl loadLatest() {
    try {
      return (SnapshotImpl) TableManager.loadSnapshot(table.path()).build(table.engine());
    } catch (RuntimeException e) {
      throw failure("loading the newest snapshot", e, this::checkLog);
    }
  }

  /** Returns the failure to report for a snapshot that could not be loaded. */
  public DeltaCdfException failure(long version, RuntimeException cause) {
    return failure("loading version " + version, cause, () -> checkLog(version));
  }

  /** Checks the log if the exception does not show the reason by its type. */
  private DeltaCdfException failure(String doing, RuntimeException cause, Runnable logCheck) {
    if (KernelFailures.isJsonError(cause)) {
      return DamagedCommits.failure(table, doing, cause);
    } else if (!KernelFailures.isKnown(cause)) {
      try {
        logCheck.run();
      } catch (DeltaCdfException e) {
        e.addSuppressed(cause);
        return e;
      }
    }
    return KernelFailures.translate(table.location(), doing, cause);
  }

  private void checkLog() {
    checkReadable(versions());
  }

  private void checkLog(long version) {
    SortedSet<Long> versions = versions();
    if (versions.last() < version) {
      throw TableErrors.logEndsBefore(
          table.location(), version, "the newest version in the log is " + versions.last());
    }
    checkReadable(versions);
    if (versions.first() > 0) {
      throw TableErrors.logTruncated(
          table.location(), version, "the earliest commit available is " + versions.first());
    }
  }

  private SortedSet<Long> versions() {
    SortedSet<Long> versions = table.logFiles().commitVersions(0);
    if (versions.isEmpty()) {
      throw TableErrors.notATable(table.location(), null);
    }
    return versions;
  }

  private void checkReadable(SortedSet<Long> versions) {
    table.logFiles().requireContiguous(versions);
    CatalogCommits.reject(table, versions.first());
  }
}
