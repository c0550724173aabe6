package io.deltacdf.connect.table.named;

import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.catalog.CatalogConfig;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.CatalogLog;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.credentials.VendedAccess;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table that a catalog has under its name. It is looked up when it is first read, and again when
 * another table may have the name. With credentials that the catalog hands out, it has file systems
 * of its own.
 */
public final class TableByName implements DeltaTable {
  private static final Logger LOG = LoggerFactory.getLogger(TableByName.class);

  private final TableConfig config;
  private final CatalogTable catalog;
  private final Storage shared;
  private final Opener opener;
  private @Nullable Found found;

  /** Opens the table that was found. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens a table; does no I/O.
     *
     * @param path the location that the catalog gives
     * @param storage the file systems that it is read with
     */
    DeltaTable open(TableConfig config, String path, Storage storage, CatalogLog log);
  }

  /**
   * The table that has the name.
   *
   * @param own its own file systems; null if it is read with those of the connector
   */
  private record Found(DeltaTable table, @Nullable Storage own, @Nullable VendedAccess access) {
    void close() {
      if (own != null) {
        own.close();
      }
      if (access != null) {
        access.close();
      }
    }
  }

  /**
   * Does no I/O.
   *
   * @param shared the file systems of the connector; they close those of the table
   */
  public TableByName(TableConfig config, CatalogTable catalog, Storage shared, Opener opener) {
    this.config = config;
    this.catalog = catalog;
    this.shared = shared;
    this.opener = opener;
  }

  private DeltaTable table() {
    return found().table();
  }

  private synchronized Found found() {
    Found current = found;
    if (current == null) {
      current = look();
      found = current;
    }
    return current;
  }

  private Found look() {
    CatalogEntry entry = catalog.look();
    boolean vends =
        config.catalog().map(CatalogConfig::credentials).orElseThrow()
            == CatalogConfig.Credentials.VENDED;
    LOG.info(
        "{} has the id {} in its catalog and is at {}. {}",
        catalog.name(),
        entry.id(),
        entry.location(),
        entry.managesCommits()
            ? "The catalog manages its commits"
            : "The catalog does not manage its commits");
    VendedAccess access = vends ? new VendedAccess(catalog, entry) : null;
    Storage own = access == null ? null : shared.with(access);
    CatalogView view = new CatalogView(catalog, entry, access != null, System::nanoTime);
    return new Found(
        opener.open(config, entry.location(), own == null ? shared : own, view), own, access);
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public String path() {
    return config.path();
  }

  @Override
  public DeltaTable reopened() {
    forget();
    return this;
  }

  private synchronized void forget() {
    Found former = found;
    if (former != null) {
      former.close();
      found = null;
    }
  }

  @Override
  public void accessDenied() {
    Found current;
    synchronized (this) {
      current = found;
    }
    if (current != null && current.access() != null) {
      current.access().refused();
    }
  }

  @Override
  public TableSnapshot latestSnapshot() {
    return table().latestSnapshot();
  }

  @Override
  public TableSnapshot snapshotAt(long version) {
    return table().snapshotAt(version);
  }

  @Override
  public long earliestVersion() {
    return table().earliestVersion();
  }

  @Override
  public OptionalLong versionAtOrAfter(long timestamp) {
    return table().versionAtOrAfter(timestamp);
  }

  @Override
  public OptionalLong commitTime(long version) {
    return table().commitTime(version);
  }

  @Override
  public OptionalLong timeAfterGap() {
    return table().timeAfterGap();
  }

  @Override
  public CommitLog follow(LogPosition position) {
    return new LogByName(() -> table().follow(position), position);
  }

  @Override
  public void requireSameTable(LogPosition position) {
    table().requireSameTable(position);
  }

  /** Another table may have the name, with files in another place. */
  @Override
  public void forgetFiles() {
    table().forgetFiles();
    forget();
  }

  @Override
  public void requireAllowed(List<ChangedFile> files) {
    table().requireAllowed(files);
  }

  @Override
  public BatchReader read(ChangedFile file, int... ordinals) {
    return table().read(file, ordinals);
  }

  @Override
  public BatchReader readWithRowIds(ChangedFile file, int... ordinals) {
    return table().readWithRowIds(file, ordinals);
  }

  @Override
  public boolean holdsOnlyInserts(ChangedFile file) {
    return table().holdsOnlyInserts(file);
  }
}
