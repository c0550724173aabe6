package io.deltacdf.connect.discovery;

import io.deltacdf.connect.catalog.CatalogListing;
import io.deltacdf.connect.catalog.ListedTable;
import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables in schemas of a catalog. A path is the name of a table in three parts. A schema
 * that cannot be listed to its end is unreadable, and the others are not affected.
 *
 * <p>The constraints of a table are a request of their own. They are read when the table is seen
 * first, and again from time to time until it is published, so that a look at known tables costs
 * one request for each 50 of them. A table whose constraints cannot be read is not found, because
 * it might get another key. Not thread-safe.
 */
final class UnitySource implements TableSource {
  private static final int THREADS = 8;

  /** How many looks pass until the constraints of a table that is not published are read again. */
  private static final int LOOKS_PER_KEY = 16;

  private final DiscoveryConfig config;
  private final Supplier<CatalogListing> catalog;
  private final Map<String, Key> keys = new HashMap<>();
  private long looks;

  /**
   * The constraint of a table.
   *
   * @param look the number of the look in which it was read
   */
  private record Key(ListedTable table, List<String> columns, long look) {}

  /**
   * @param catalog returns the catalog for one look
   */
  UnitySource(DiscoveryConfig config, Supplier<CatalogListing> catalog) {
    this.config = config;
    this.catalog = catalog;
  }

  @Override
  public String partOf(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  @Override
  public FoundTables find(Set<String> known) throws InterruptedException {
    looks++;
    Search search = new Search(catalog.get());
    search.schemas();
    search.keys(known);
    keys.keySet().removeIf(path -> !search.listed.containsKey(path) && !search.isFailed(path));
    return search.found();
  }

  /** One look. */
  private final class Search {
    private final CatalogListing listing;
    private final Map<String, ListedTable> listed = new TreeMap<>();
    private final Map<String, String> unsuitable = new TreeMap<>();
    private final Map<String, DeltaCdfException> unreadable = new TreeMap<>();
    private int excluded;

    Search(CatalogListing listing) {
      this.listing = listing;
    }

    void schemas() throws InterruptedException {
      DeltaCdfException first = null;
      for (CatalogSchemaName schema : config.schemas()) {
        try {
          listing.tables(schema).forEach(this::table);
        } catch (DeltaCdfException e) {
          if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
          }
          first = first == null ? e : first;
          unreadable.put(schema.fullName(), e);
        }
      }
      if (first != null && unreadable.size() == config.schemas().size()) {
        throw first;
      }
    }

    private void table(ListedTable table) {
      String path = table.fullName();
      if (config.excludes(path) || !config.includes(path)) {
        excluded++;
        return;
      }
      table.unsuitable().ifPresent(why -> unsuitable.put(path, why));
      if (!unsuitable.containsKey(path)) {
        listed.put(path, table);
      }
    }

    /** Returns whether a schema could not be listed, so that it may have the table. */
    boolean isFailed(String path) {
      return unreadable.containsKey(partOf(path));
    }

    void keys(Set<String> known) throws InterruptedException {
      List<ListedTable> due = new ArrayList<>();
      listed.forEach(
          (path, table) -> {
            if (table.isBrowseOnly()) {
              unreadable.put(path, DiscoveryErrors.browseOnly(path));
            } else if (!known.contains(path) && isDue(table, keys.get(path))) {
              due.add(table);
            }
          });
      if (due.isEmpty()) {
        return;
      }
      ExecutorService threads =
          Executors.newFixedThreadPool(Math.min(due.size(), THREADS), UnitySource::daemon);
      try {
        Map<ListedTable, Future<List<String>>> answers = new LinkedHashMap<>();
        due.forEach(table -> answers.put(table, threads.submit(() -> listing.primaryKey(table))));
        for (Map.Entry<ListedTable, Future<List<String>>> answer : answers.entrySet()) {
          key(answer.getKey(), answer.getValue());
        }
      } finally {
        threads.shutdownNow();
      }
    }

    private boolean isDue(ListedTable table, @Nullable Key last) {
      return last == null
          || !last.table().id().equals(table.id())
          || last.table().updatedAt() != table.updatedAt()
          || looks - last.look() > LOOKS_PER_KEY;
    }

    private void key(ListedTable table, Future<List<String>> answer) throws InterruptedException {
      String path = table.fullName();
      try {
        keys.put(path, new Key(table, answer.get(), looks));
      } catch (ExecutionException e) {
        keys.remove(path);
        unreadable.put(
            path,
            e.getCause() instanceof DeltaCdfException known
                ? known
                : DiscoveryErrors.readingKey(path, e));
      }
    }

    FoundTables found() {
      Map<String, FoundTable> tables = new TreeMap<>();
      listed.forEach(
          (path, table) -> {
            if (!unreadable.containsKey(path)) {
              Key key = keys.get(path);
              tables.put(
                  path,
                  new FoundTable(
                      CatalogTableName.PREFIX + path,
                      table.location(),
                      key == null ? List.of() : key.columns()));
            }
          });
      return new FoundTables(
          config.place(), ".", tables, excluded, List.of(), unsuitable, unreadable);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "delta-cdf-discovery-keys");
    thread.setDaemon(true);
    thread.setContextClassLoader(UnitySource.class.getClassLoader());
    return thread;
  }
}
