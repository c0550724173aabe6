package io.deltacdf.connect.catalog;

import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.catalog.unity.UnityCatalog;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.catalog.CatalogConfig;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The catalogs of the tables of a task. Tables with the same catalog and the same sign-in share its
 * connections, its token and its limit. Thread-safe.
 */
public final class Catalogs {
  private final Map<CatalogConfig, UnityCatalog> catalogs = new ConcurrentHashMap<>();

  /** Returns a table whose path is a name in a catalog. Does no I/O. */
  public CatalogTable table(TableConfig table) {
    CatalogConfig config = table.catalog().orElseThrow();
    CatalogTableName name = CatalogTableName.of(table.path()).orElseThrow();
    return catalogs
        .computeIfAbsent(config, UnityCatalog::new)
        .table(new NamedTable(table.name(), name.toString()), name);
  }

  /**
   * Returns the tables of a catalog by schema. Does no I/O.
   *
   * @param patience how long its calls together may wait when the catalog limits the requests
   */
  public CatalogListing listing(CatalogConfig config, Duration patience) {
    return catalogs.computeIfAbsent(config, UnityCatalog::new).listing(patience);
  }
}
