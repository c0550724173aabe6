package io.deltacdf.connect.catalog;

import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import java.util.List;

/**
 * The tables of a catalog by schema. Each call asks the catalog. If the catalog limits the number
 * of requests, a call waits for its turn for some time. Thread-safe; all failures are {@link
 * io.deltacdf.connect.error.DeltaCdfException}s.
 */
public interface CatalogListing {
  /** Returns all tables and views of a schema that the principal may see. */
  List<ListedTable> tables(CatalogSchemaName schema);

  /**
   * Returns the columns of the {@code PRIMARY KEY} constraint of a table; empty if it has none, or
   * if the catalog knows no constraints.
   */
  List<String> primaryKey(ListedTable table);
}
