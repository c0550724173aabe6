package io.deltacdf.connect.table;

import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CountingFileSystem;
import java.util.List;

/** Contexts of tables on the local disk, whose calls are counted. */
public final class LogContexts {
  private LogContexts() {}

  public static TableContext of(String path) {
    return TableContext.create("orders", path, List.of(), Storage.open(CountingFileSystem.OPTIONS));
  }
}
