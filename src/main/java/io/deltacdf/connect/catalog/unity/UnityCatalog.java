package io.deltacdf.connect.catalog.unity;

import io.deltacdf.connect.catalog.CatalogListing;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.config.catalog.CatalogConfig;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A Unity Catalog, of Databricks or the open server, with one principal. Thread-safe. */
public final class UnityCatalog {
  private final UnityClient client;
  private final LongSupplier nanoTime;
  private final DeltaApi deltaApi;
  private final OlderApi olderApi;

  /** Does no I/O. */
  public UnityCatalog(CatalogConfig config) {
    this(config, System::nanoTime);
  }

  UnityCatalog(CatalogConfig config, LongSupplier nanoTime) {
    this.client = new UnityClient(config, nanoTime);
    this.nanoTime = nanoTime;
    this.deltaApi = new DeltaApi(client);
    this.olderApi = new OlderApi(client);
  }

  /**
   * Returns a table. Does no I/O.
   *
   * @param named how messages name it
   */
  public CatalogTable table(NamedTable named, CatalogTableName name) {
    return new UnityTable(named, name, deltaApi, olderApi, client.uri());
  }

  /**
   * Returns the tables by schema. Does no I/O.
   *
   * @param patience how long its calls together may wait when the catalog limits the requests
   */
  public CatalogListing listing(Duration patience) {
    return new SchemaApi(client, nanoTime, patience);
  }
}
