package io.deltacdf.connect.catalog.unity;

import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.net.URI;
import java.util.Optional;

/**
 * A table of Unity Catalog. It is asked for through the Delta API, or through the older one if the
 * server has no Delta API, or says that it does not serve this table.
 */
final class UnityTable implements CatalogTable {
  private final NamedTable named;
  private final CatalogTableName name;
  private final DeltaApi deltaApi;
  private final OlderApi olderApi;
  private final URI uri;

  /** Whether the Delta API does not serve this table. */
  private volatile boolean olderOnly;

  UnityTable(
      NamedTable named, CatalogTableName name, DeltaApi deltaApi, OlderApi olderApi, URI uri) {
    this.named = named;
    this.name = name;
    this.deltaApi = deltaApi;
    this.olderApi = olderApi;
    this.uri = uri;
  }

  @Override
  public NamedTable name() {
    return named;
  }

  @Override
  public CatalogEntry look() {
    if (!olderOnly) {
      Optional<CatalogEntry> entry = deltaApi.load(named, name);
      if (entry.isPresent()) {
        return entry.get();
      }
    }
    CatalogEntry entry = olderApi.load(named, name);
    deltaApi.olderAnswered();
    // Only now, because a table that neither API knows may come later.
    olderOnly = true;
    return entry;
  }

  @Override
  public StoreCredentials vend(CatalogEntry entry) {
    if (entry.location().startsWith("file:")) {
      return NOT_NEEDED;
    }
    Optional<StoreCredentials> vended =
        olderOnly ? Optional.empty() : deltaApi.vend(named, name, entry);
    return vended
        .or(() -> olderApi.vend(named, entry))
        .orElseThrow(
            () ->
                CatalogErrors.noSuchTable(
                    named,
                    uri,
                    "table " + name.fullName() + " with the id " + entry.id(),
                    "404 for its credentials"));
  }

  private static final StoreCredentials NOT_NEEDED =
      new StoreCredentials(
          StoreCredentials.Kind.NONE, java.util.List.of(), java.util.OptionalLong.empty());
}
