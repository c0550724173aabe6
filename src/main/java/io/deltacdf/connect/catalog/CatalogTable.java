package io.deltacdf.connect.catalog;

/**
 * A table that a catalog knows by its name. Each call asks the catalog. Thread-safe; all failures
 * are {@link io.deltacdf.connect.error.DeltaCdfException}s.
 */
public interface CatalogTable {
  /** The table as messages name it. */
  NamedTable name();

  /** Asks what the catalog knows of the table, with one request if the catalog has the API. */
  CatalogEntry look();

  /**
   * Asks for credentials that can read the files of the table.
   *
   * @param entry the table as it was seen last
   */
  StoreCredentials vend(CatalogEntry entry);

  /**
   * How messages name a table.
   *
   * @param name the table's name in the configuration
   * @param path the path in the configuration, such as {@code uc://main.sales.orders}
   */
  record NamedTable(String name, String path) implements CatalogSubject {
    @Override
    public String needs() {
      return "USE CATALOG, USE SCHEMA and SELECT, and for vended credentials EXTERNAL USE SCHEMA,"
          + " in a metastore that allows access to data from outside. Grant what is lacking,"
          + " then restart the task, which continues where it stopped. To read the files"
          + " with credentials of the worker, set unity.catalog.credentials=none.";
    }

    @Override
    public String afterRepair() {
      return "Then restart the task, which continues where it stopped.";
    }

    @Override
    public String ifThrottled() {
      return "increase poll.interval.ms, or give the tables to fewer connectors.";
    }

    @Override
    public String toString() {
      return "Table '" + name + "' (" + path + ")";
    }
  }
}
