package io.deltacdf.connect.testing.catalog;

import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A catalog-managed table. A {@link TestTable} in a directory that no reader knows makes the
 * commits. This class copies their files to the place of the table as a writer does: data files
 * first, then the commit as a staged one, of which it tells the catalog. Publishing is a step of
 * its own.
 *
 * <pre>{@code
 * ManagedTable orders = ManagedTable.create(server, "main.sales.orders", store, builder);
 * orders.table().insert(row("id", 1));
 * orders.commit();
 * orders.publish();
 * orders.deleteStagedFiles();
 * }</pre>
 */
public final class ManagedTable {
  private static final String LOG = "_delta_log/";
  private static final String STAGED = LOG + "_staged_commits/";

  private final CatalogTable entry;
  private final TableStore store;
  private final TestTable table;
  private final Set<String> copied = new HashSet<>();
  private final TreeMap<Long, String> stagedFiles = new TreeMap<>();

  private ManagedTable(CatalogTable entry, TableStore store, TestTable table) {
    this.entry = entry;
    this.store = store;
    this.table = table;
  }

  /**
   * Creates a table and its version 0, which is published.
   *
   * @param builder makes a table outside of the store
   */
  public static ManagedTable create(
      CatalogServer server, String name, TableStore store, TableBuilder builder) {
    UUID id = UUID.randomUUID();
    TestTable table =
        builder
            .feature("catalogManaged")
            .feature("vacuumProtocolCheck")
            .inCommitTimestamps()
            .property("io.unitycatalog.tableId", id.toString())
            .create();
    store.put(LOG + fileName(0), published(table, 0));
    CatalogTable entry = server.tables().createManaged(id, name, store.location(), table);
    return new ManagedTable(entry, store, table);
  }

  /** Returns the table that makes the commits. Readers see them after {@link #commit()}. */
  public TestTable table() {
    return table;
  }

  /** Returns what the catalog knows of the table. */
  public CatalogTable entry() {
    return entry;
  }

  /** Returns the path as an option of the connector. */
  public String path() {
    return "uc://" + entry.name();
  }

  /** Stages the new versions, and tells the catalog of them. */
  public void commit() {
    for (long version = entry.latestVersion() + 1; version <= table.version(); version++) {
      String name = stage(version);
      Path file = published(table, version);
      try {
        entry.commit(
            new StagedCommit(
                version,
                table.commitAt(version).timestamp(),
                name,
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis()));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + file, e);
      }
      stagedFiles.put(version, name);
    }
    entry.metadata(CatalogTables.columns(table.schema()), CatalogTables.properties(table));
  }

  /**
   * Copies the files of a new version, and a staged file of it, and does not tell the catalog: as a
   * writer that failed or has not finished.
   *
   * @return the name of the staged file
   */
  public String stage(long version) {
    copyDataFiles();
    String name = fileName(version).replace(".json", "." + UUID.randomUUID() + ".json");
    store.put(STAGED + name, published(table, version));
    return name;
  }

  /** Publishes the staged commits, and tells the catalog, which forgets them. */
  public void publish() {
    entry.unpublished().forEach(commit -> publishFile(commit.version()));
    entry.published(entry.latestVersion());
  }

  /** Writes the published file of a version without telling the catalog. */
  public void publishFile(long version) {
    store.put(LOG + fileName(version), published(table, version));
  }

  /** Writes a published file of a version with another content. */
  public void publishFile(long version, Path content) {
    store.put(LOG + fileName(version), content);
  }

  /** Deletes the staged files that the catalog does not need any more. */
  public void deleteStagedFiles() {
    Set<String> needed = new HashSet<>();
    entry.unpublished().forEach(commit -> needed.add(commit.fileName()));
    for (long version : List.copyOf(stagedFiles.keySet())) {
      if (!needed.contains(stagedFiles.get(version))) {
        store.delete(STAGED + stagedFiles.remove(version));
      }
    }
  }

  private void copyDataFiles() {
    Path directory = table.directory();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = directory.relativize(file).toString();
        boolean hidden = file.getFileName().toString().startsWith(".");
        if (!name.startsWith(LOG) && !hidden && copied.add(name)) {
          store.put(name, file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }

  private static Path published(TestTable table, long version) {
    return table.directory().resolve(LOG + fileName(version));
  }

  private static String fileName(long version) {
    return "%020d.json".formatted(version);
  }
}
