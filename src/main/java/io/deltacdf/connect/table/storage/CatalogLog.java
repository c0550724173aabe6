package io.deltacdf.connect.table.storage;

import io.deltacdf.connect.catalog.CatalogEntry;
import java.util.Optional;

/**
 * What a catalog says of the log of a table. Thread-safe; failures are {@link
 * io.deltacdf.connect.error.DeltaCdfException}s.
 */
public interface CatalogLog {
  /** The log of a table that is given by its path, which no catalog is asked about. */
  CatalogLog NONE =
      new CatalogLog() {
        @Override
        public Optional<String> tableId() {
          return Optional.empty();
        }

        @Override
        public Optional<String> path() {
          return Optional.empty();
        }

        @Override
        public boolean isLimitedToDirectory() {
          return false;
        }

        @Override
        public Optional<CatalogEntry> ask() {
          return Optional.empty();
        }

        @Override
        public Optional<CatalogEntry> last() {
          return Optional.empty();
        }
      };

  /** The id of the table in the catalog; empty if no catalog is asked about it. */
  Optional<String> tableId();

  /** The path that names the table, such as {@code uc://main.sales.orders}; empty likewise. */
  Optional<String> path();

  /** Whether the credentials of the table are for its own directory only. */
  boolean isLimitedToDirectory();

  /**
   * Asks the catalog, and fails if another table has the name now. An answer that is very young is
   * returned again.
   *
   * @return what the catalog says of the commits; empty if the log alone decides which count
   */
  Optional<CatalogEntry> ask();

  /** Returns the last answer of {@link #ask}. */
  Optional<CatalogEntry> last();
}
