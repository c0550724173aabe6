package io.deltacdf.connect.table;

import io.deltacdf.connect.table.log.LogEngine;
import io.deltacdf.connect.table.log.LogFiles;
import io.deltacdf.connect.table.parquet.Footers;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.StorageFileIo;
import io.deltacdf.connect.table.storage.TablePaths;
import org.apache.hadoop.fs.Path;

/**
 * What the classes that read one table share. Thread-safe.
 *
 * @param location the table's name and path
 * @param storage the file systems that hold the table's files
 * @param engine what Delta Kernel reads the table through
 * @param logFiles the files of the table's log, and the locations of its data files
 * @param footers the footers of Parquet files that were read last
 */
public record TableContext(
    TableLocation location, Storage storage, LogEngine engine, LogFiles logFiles, Footers footers) {
  /** Creates the context of a table; does no I/O. */
  static TableContext create(String name, String path, Storage storage) {
    Path root = TablePaths.root(path, storage.configuration());
    TableLocation location = new TableLocation(name, root.toString());
    LogEngine engine = new LogEngine(new StorageFileIo(storage));
    return new TableContext(
        location,
        storage,
        engine,
        new LogFiles(location, root, storage, engine),
        new Footers(storage.configuration()));
  }

  /** Returns the same table without anything that was cached of its files. */
  TableContext reopened() {
    storage.forgetReads();
    return new TableContext(
        location, storage, engine, logFiles, new Footers(storage.configuration()));
  }

  /** The normalized path or URI of the table's root directory. */
  public String path() {
    return location.path();
  }
}
