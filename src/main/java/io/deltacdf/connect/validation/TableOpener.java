package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;

/** Opens a table as {@link DeltaTables#open} does. */
@FunctionalInterface
public interface TableOpener {
  DeltaTable open(TableConfig table, Storage storage);
}
