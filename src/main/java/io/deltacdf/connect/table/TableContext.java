package io.deltacdf.connect.table;

import io.deltacdf.connect.table.log.LogEngine;
import io.deltacdf.connect.table.log.LogFiles;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.parquet.Footers;
import io.deltacdf.connect.table.storage.AllowedPaths;
import io.deltacdf.connect.table.storage.CatalogLog;
import io.deltacdf.connect.table.storage.RatifiedLog;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.StorageFileIo;
import io.deltacdf.connect.table.storage.TablePaths;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * What the classes that read one table share. Thread-safe.
 *
 * @param location the table's name and path
 * @param storage the file systems that hold the table's files
 * @param allowed where these files may be
 * @param ratified which files of the log count
 * @param engine what Delta Kernel reads the table through
 * @param logFiles the files of the table's log, and the locations of its data files
 */
public record TableContext(
    TableLocation location,
    Storage storage,
    AllowedPaths allowed,
    RatifiedLog ratified,
    LogEngine engine,
    LogFiles logFiles) {
  /**
   * Creates the context of a table; does no I/O.
   *
   * @param allowedPaths where files of the table may be besides its own store
   */
  static TableContext create(String name, String path, List<String> allowedPaths, Storage storage) {
    return create(name, path, allowedPaths, storage, CatalogLog.NONE);
  }

  /**
   * Creates the context of a table; does no I/O.
   *
   * @param catalog what a catalog says of its log
   */
  static TableContext create(
      String name, String path, List<String> allowedPaths, Storage storage, CatalogLog catalog) {
    Path root = TablePaths.root(path, storage.configuration());
    TableLocation location =
        new TableLocation(name, root.toString(), catalog.tableId(), catalog.path());
    AllowedPaths allowed =
        new AllowedPaths(
            location, root, allowedPaths, storage.configuration(), catalog.isLimitedToDirectory());
    RatifiedLog ratified = new RatifiedLog(root, catalog);
    LogEngine engine = new LogEngine(new StorageFileIo(storage, allowed, ratified));
    return new TableContext(
        location,
        storage,
        allowed,
        ratified,
        engine,
        new LogFiles(location, root, storage, engine, ratified));
  }

  /** Returns the same table, of which Delta Kernel reads the log through another engine. */
  public TableContext withEngine(LogEngine other) {
    return new TableContext(location, storage, allowed, ratified, other, logFiles);
  }

  /**
   * Fails with TABLE_REPLACED if a position is one in a table that has another id in the catalog.
   */
  public void requireSameCatalogTable(LogPosition position) {
    Optional<String> known = position.catalogTableId();
    Optional<String> actual = location.catalogTableId();
    if (known.isPresent() && actual.isPresent() && !known.equals(actual)) {
      throw TableErrors.tableReplaced(location, position.version(), known.get(), actual.get());
    }
  }

  /** Returns the same table without anything that was cached of its files. */
  TableContext reopened() {
    storage.forgetReads();
    return this;
  }

  /** Returns the footers of Parquet files that were read last. */
  public Footers footers() {
    return storage.footers();
  }

  /**
   * Returns the location of a data or change file.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if the table may not be read there
   */
  String resolve(ChangedFile file) {
    String resolved = logFiles.resolve(file.path());
    allowed.require(file.version(), new Path(resolved));
    return resolved;
  }

  /** The normalized path or URI of the table's root directory. */
  public String path() {
    return location.path();
  }
}
