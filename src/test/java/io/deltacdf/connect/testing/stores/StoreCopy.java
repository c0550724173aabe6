package io.deltacdf.connect.testing.stores;

import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A table on the local disk and its copy in a store. An update copies files in the order in which a
 * writer creates them: data files first, then one commit after the other, each of them atomically.
 */
public final class StoreCopy {
  private static final String LOG = "_delta_log/";

  private final StoreServer server;
  private final TestTable table;
  private final Path root;
  private final Set<String> copied = new HashSet<>();

  /**
   * @param name the name of the copy in the store's root
   */
  public StoreCopy(StoreServer server, TestTable table, String name) {
    this.server = server;
    this.table = table;
    this.root = new Path(new Path(server.root()), name);
    update();
  }

  /** Returns the path of the copy as an option of the connector. */
  public String path() {
    return root.toString();
  }

  /** Copies the files that were created since the last update. */
  public void update() {
    List<String> missing = onDisk().stream().filter(name -> !copied.contains(name)).toList();
    try (FileSystem store = server.connect()) {
      for (String name : missing) {
        if (!name.startsWith(LOG)) {
          copy(store, name, new Path(root, name));
        }
      }
      for (String name : missing) {
        if (name.startsWith(LOG)) {
          Path unfinished = new Path(root, LOG + "." + name.substring(LOG.length()) + ".tmp");
          copy(store, name, unfinished);
          if (!store.rename(unfinished, new Path(root, name))) {
            throw new IllegalStateException("Cannot rename " + unfinished);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot copy " + table.directory() + " to " + root, e);
    }
    copied.addAll(missing);
  }

  private void copy(FileSystem store, String name, Path to) throws IOException {
    store.copyFromLocalFile(new Path(table.directory().resolve(name).toUri()), to);
  }

  /**
   * Returns the names of the table's files relative to its directory, in order. The checksum files
   * of the local disk are omitted.
   */
  private List<String> onDisk() {
    try (Stream<java.nio.file.Path> all = Files.walk(table.directory())) {
      return all.filter(Files::isRegularFile)
          .map(file -> table.directory().relativize(file).toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + table.directory(), e);
    }
  }
}
