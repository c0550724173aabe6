package io.deltacdf.connect.table;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.named.TableByName;
import io.deltacdf.connect.table.storage.CatalogLog;
import io.deltacdf.connect.table.storage.Storage;
import java.util.List;

/** Opens Delta tables. */
public final class DeltaTables {
  private DeltaTables() {}

  /**
   * Opens a table for reading. Does no I/O.
   *
   * @param name the table's name in the configuration, for messages
   * @param path a local path or a Hadoop URI such as {@code s3a://bucket/table}; {@code s3://} is
   *     read as {@code s3a://}, and a trailing slash is ignored
   * @param storage the file systems that hold the table's files; the caller closes it, and the
   *     table cannot be read afterwards
   */
  public static DeltaTable open(String name, String path, Storage storage) {
    return open(name, path, List.of(), storage);
  }

  /**
   * Opens a table with the name, the path and the allowed paths of a configuration. If the path is
   * a name in a catalog, the catalog says where the table is.
   *
   * @param storage as in {@link #open(String, String, Storage)}
   */
  public static DeltaTable open(TableConfig table, Storage storage) {
    if (table.catalog().isPresent()) {
      return new TableByName(
          table, storage.catalogs().table(table), storage, DeltaTables::openFound);
    }
    return open(table.name(), table.path(), table.pathPolicy().allowedPaths(), storage);
  }

  private static DeltaTable openFound(
      TableConfig table, String path, Storage storage, CatalogLog log) {
    return new KernelTable(
        TableContext.create(table.name(), path, table.pathPolicy().allowedPaths(), storage, log));
  }

  /**
   * Opens a table for reading, as {@link #open(String, String, Storage)}.
   *
   * @param allowedPaths the places outside of the table's own store where its files may be
   */
  public static DeltaTable open(
      String name, String path, List<String> allowedPaths, Storage storage) {
    return new KernelTable(TableContext.create(name, path, allowedPaths, storage));
  }
}
