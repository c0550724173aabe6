package io.deltacdf.connect.table;

import io.deltacdf.connect.table.storage.Storage;

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
    return new KernelTable(TableContext.create(name, path, storage));
  }
}
