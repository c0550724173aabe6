package io.deltacdf.connect.table.named;

import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.table.storage.CatalogLog;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What the catalog has said last of a table that is open. Thread-safe. */
final class CatalogView implements CatalogLog {
  /** The catalog is not asked about one table more often than this. */
  private static final long FLOOR_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CatalogTable catalog;
  private final CatalogEntry first;
  private final boolean limitedToDirectory;
  private final LongSupplier nanoTime;
  private volatile CatalogEntry last;
  private long askedAt;

  /**
   * @param first the table when it was opened, a moment ago
   * @param limitedToDirectory whether its credentials are for its own directory only
   */
  CatalogView(
      CatalogTable catalog, CatalogEntry first, boolean limitedToDirectory, LongSupplier nanoTime) {
    this.catalog = catalog;
    this.first = first;
    this.limitedToDirectory = limitedToDirectory;
    this.nanoTime = nanoTime;
    this.last = first;
    this.askedAt = nanoTime.getAsLong();
  }

  @Override
  public Optional<String> tableId() {
    return Optional.of(first.id());
  }

  @Override
  public Optional<String> path() {
    return Optional.of(catalog.name().path());
  }

  @Override
  public boolean isLimitedToDirectory() {
    return limitedToDirectory;
  }

  @Override
  public synchronized Optional<CatalogEntry> ask() {
    if (nanoTime.getAsLong() - askedAt >= FLOOR_NANOS) {
      CatalogEntry entry = catalog.look();
      if (!entry.id().equals(first.id())) {
        throw CatalogErrors.replaced(catalog.name(), first.id(), entry.id());
      } else if (!entry.location().equals(first.location())) {
        throw CatalogErrors.moved(catalog.name(), first.location(), entry.location());
      }
      last = entry;
      askedAt = nanoTime.getAsLong();
    }
    return last();
  }

  @Override
  public Optional<CatalogEntry> last() {
    return Optional.of(last).filter(CatalogEntry::managesCommits);
  }
}
