package io.deltacdf.connect.table;

import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.CatalogCommits;
import io.deltacdf.connect.table.log.DamagedCheckpoints;
import io.deltacdf.connect.table.log.LogEngine;
import java.util.OptionalLong;
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
      checkLog(version, new IllegalStateException("The version does not exist"));
    }
    return DamagedCheckpoints.avoid(
        table, "loading version " + version, engine -> build(engine, OptionalLong.of(version)));
  }

  /**
   * Returns the table's id at a version.
   *
   * @throws DeltaCdfException if the version cannot be loaded
   */
  public String loadId(long version) {
    try {
      return load(version).getMetadata().getId();
    } catch (RuntimeException e) {
      throw failure(version, e);
    }
  }

  /**
   * Delta Kernel wants the newest version of a table if its catalog manages the commits at the
   * version that is loaded, and otherwise refuses it.
   */
  private SnapshotImpl build(LogEngine engine, OptionalLong version) {
    OptionalLong newest = table.logFiles().newestOfCatalog();
    if (newest.isPresent() && (version.isEmpty() || version.getAsLong() <= newest.getAsLong())) {
      try {
        return (SnapshotImpl)
            builder(version).withMaxCatalogVersion(newest.getAsLong()).build(engine);
      } catch (IllegalArgumentException e) {
        // The table was changed to a catalog-managed one after this version.
        return ifNotManaged(engine, version, e);
      }
    }
    try {
      return (SnapshotImpl) builder(version).build(engine);
    } catch (IllegalArgumentException e) {
      requireKnownToCatalog(engine, version);
      throw e;
    }
  }

  /** Fails if the commits of a table are managed by a catalog that does not say so. */
  private void requireKnownToCatalog(LogEngine engine, OptionalLong version) {
    if (table.location().catalogTableId().isEmpty()) {
      return;
    }
    SortedSet<Long> versions = table.logFiles().commitVersions(0);
    try {
      if (!versions.isEmpty()) {
        builder(version).withMaxCatalogVersion(versions.last()).build(engine);
        throw TableErrors.unsupportedFeature(
            table.location(),
            "a catalog that manages its commits, but the catalog in which the table was found does"
                + " not say that it does",
            null);
      }
    } catch (IllegalArgumentException e) {
      // This is not the reason.
    }
  }

  private SnapshotImpl ifNotManaged(
      LogEngine engine, OptionalLong version, IllegalArgumentException failure) {
    try {
      return (SnapshotImpl) builder(version).build(engine);
    } catch (IllegalArgumentException e) {
      throw failure;
    }
  }

  private SnapshotBuilder builder(OptionalLong version) {
    SnapshotBuilder builder = TableManager.loadSnapshot(table.path());
    return version.isPresent() ? builder.atVersion(version.getAsLong()) : builder;
  }

  /** Loads the snapshot of the newest version. */
  SnapshotImpl loadLatest() {
    String doing = "loading the newest snapshot";
    table.ratified().catalog().ask();
    try {
      return DamagedCheckpoints.avoid(table, doing, engine -> build(engine, OptionalLong.empty()));
    } catch (RuntimeException e) {
      throw failure(doing, e, () -> checkLog(e));
    }
  }

  /** Returns the failure to report for a snapshot that could not be loaded. */
  public DeltaCdfException failure(long version, RuntimeException cause) {
    return failure("loading version " + version, cause, () -> checkLog(version, cause));
  }

  /** Checks the log if the exception does not show the reason by its type. */
  private DeltaCdfException failure(String doing, RuntimeException cause, Runnable logCheck) {
    if (!KernelFailures.isKnown(cause)) {
      try {
        logCheck.run();
      } catch (DeltaCdfException e) {
        e.addSuppressed(cause);
        return e;
      }
    }
    return KernelFailures.translate(table.location(), doing, cause);
  }

  private void checkLog(RuntimeException cause) {
    SortedSet<Long> versions = versions();
    checkReadable(versions);
    table.logFiles().requireNoLaterCheckpoint(versions.last());
    if (versions.first() > 0) {
      requireCheckpoint(versions.last(), versions.first(), cause);
      throw TableErrors.logTruncated(
          table.location(),
          versions.first() - 1,
          "the earliest commit available is " + versions.first() + ", and there is no checkpoint");
    }
  }

  private void requireCheckpoint(long version, long first, RuntimeException cause) {
    DamagedCheckpoints.ignored(table, version, first, cause)
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  private void checkLog(long version, RuntimeException cause) {
    SortedSet<Long> versions = versions();
    if (versions.last() < version) {
      throw TableErrors.logEndsBefore(
          table.location(), version, "the newest version in the log is " + versions.last());
    }
    checkReadable(versions);
    if (versions.first() > 0) {
      requireCheckpoint(version, versions.first(), cause);
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
