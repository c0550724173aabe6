package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.storage.Directories;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the tables in a directory. A directory that contains {@code _delta_log} is a table, and is
 * not searched. A listing tells both what is in a directory and whether it is a table. At the
 * greatest depth only the log is looked for, so that the files of tables are not listed.
 *
 * <p>A table that was found once is not looked at again while its directory exists, so that a look
 * costs one listing of each directory that contains tables, and of each that is no table. Not
 * thread-safe.
 */
final class DirectorySource implements TableSource {
  private static final int MAX_OTHERS = 10;

  private final DiscoveryConfig config;
  private final Directories directories;
  private final String root;

  /** The paths of the directories that are tables. */
  private final Set<String> tables = new HashSet<>();

  /**
   * @param root the directory as the user wrote it
   */
  DirectorySource(DiscoveryConfig config, String root, Storage storage) {
    this.config = config;
    this.directories = new Directories(storage);
    this.root = directories.normalize(root);
  }

  @Override
  public FoundTables find(Set<String> known) {
    Search search = new Search();
    search.root();
    tables.retainAll(search.seen);
    return new FoundTables(
        "below " + Redaction.hide(root),
        "/",
        search.found,
        search.excluded,
        search.others,
        Map.of(),
        search.unreadable);
  }

  /** One look. */
  private final class Search {
    private final Map<String, FoundTable> found = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();
    private final List<String> others = new ArrayList<>();
    private final Map<String, DeltaCdfException> unreadable = new TreeMap<>();
    private int excluded;

    void root() {
      Directories.Contents contents;
      try {
        contents = directories.list(root);
      } catch (FileNotFoundException e) {
        throw DiscoveryErrors.noRoot(root, e);
      } catch (IOException | RuntimeException e) {
        throw DiscoveryErrors.listing(root, e);
      }
      if (contents.isTable()) {
        throw DiscoveryErrors.rootIsTable(root);
      }
      subdirectories("", root, contents, 1);
    }

    private void subdirectories(
        String parent, String location, Directories.Contents contents, int depth) {
      for (String name : contents.subdirectories()) {
        if (name.startsWith("_") || name.startsWith(".") || name.contains("=")) {
          continue;
        }
        String path = parent.isEmpty() ? name : parent + "/" + name;
        if (config.excludes(path)) {
          excluded++;
        } else {
          directory(path, directories.resolve(location, name), depth);
        }
      }
    }

    private void directory(String path, String location, int depth) {
      if (tables.contains(path)) {
        table(path, location);
        return;
      }
      Directories.Contents contents;
      try {
        if (depth == config.depth()) {
          atDepth(path, location);
          return;
        }
        contents = directories.list(location);
      } catch (FileNotFoundException e) {
        // It was removed after its parent was listed.
        return;
      } catch (IOException e) {
        DeltaCdfException failure = DiscoveryErrors.listing(location, e);
        if (!StoreFailures.isAccessDenied(e)) {
          // An outage would fail the listing of every other directory too.
          throw failure;
        }
        unreadable.put(path, failure);
        return;
      } catch (RuntimeException e) {
        // Such as a name that the library of the store cannot handle.
        unreadable.put(path, DiscoveryErrors.listing(location, e));
        return;
      }
      if (contents.isTable()) {
        table(path, location);
      } else {
        subdirectories(path, location, contents, depth + 1);
      }
    }

    private void atDepth(String path, String location) throws IOException {
      if (!config.includes(path)) {
        excluded++;
      } else if (directories.isTable(location)) {
        table(path, location);
      } else if (others.size() < MAX_OTHERS) {
        others.add(path);
      }
    }

    private void table(String path, String location) {
      tables.add(path);
      seen.add(path);
      if (config.includes(path)) {
        found.put(path, FoundTable.at(location));
      } else {
        excluded++;
      }
    }
  }
}
