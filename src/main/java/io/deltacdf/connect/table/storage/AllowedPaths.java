package io.deltacdf.connect.table.storage;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.TableLocation;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which files a table may be read from. A log can name any file in the world, and the connector
 * would read it with its own credentials. The files of a table are in its own store, or in a place
 * that {@code allow.absolute.paths} lists. A store is a bucket, a container or a name node. Local
 * files have no such border, so a local table has its own directory only.
 */
public final class AllowedPaths {
  private static final String LOCAL = "file";

  private final TableLocation table;
  private final Configuration conf;
  private final List<Place> places = new ArrayList<>();

  /**
   * Where files may be read.
   *
   * @param store the scheme and the authority
   * @param directory the decoded path without a slash at its end; empty for the whole store
   */
  private record Place(String store, String directory) {
    boolean holds(String otherStore, String path) {
      return store.equals(otherStore)
          && path.startsWith(directory)
          && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
    }
  }

  /**
   * @param root the root directory of the table
   * @param allowed the other places: paths and URIs of stores and directories
   */
  public AllowedPaths(TableLocation table, Path root, List<String> allowed, Configuration conf) {
    this(table, root, allowed, conf, false);
  }

  /**
   * @param onlyDirectory whether the table may be read only from its directory in any store,
   *     because its credentials are for nothing else
   */
  public AllowedPaths(
      TableLocation table,
      Path root,
      List<String> allowed,
      Configuration conf,
      boolean onlyDirectory) {
    this.table = table;
    this.conf = conf;
    places.add(isLocal(root) || onlyDirectory ? place(root) : new Place(store(root), ""));
    for (String path : allowed) {
      places.add(place(TablePaths.root(path, conf)));
    }
  }

  private Place place(Path directory) {
    String path = pathOf(directory);
    return new Place(store(directory), path.equals("/") ? "" : path);
  }

  /**
   * Fails with PATH_NOT_ALLOWED if a file is not in one of the places.
   *
   * @param file the path that is opened, so that it is decoded and normalized
   */
  void require(Path file) {
    require(-1, file);
  }

  /**
   * Fails with PATH_NOT_ALLOWED if a file is not in one of the places.
   *
   * @param version the version whose commit names the file
   */
  public void require(long version, Path file) {
    String store = store(file);
    String path = pathOf(file);
    if (places.stream().noneMatch(place -> place.holds(store, path))) {
      throw refused(version, file);
    }
  }

  private DeltaCdfException refused(long version, Path file) {
    Path directory = file.getParent();
    return StorageErrors.pathNotAllowed(
        table,
        version,
        file.toString(),
        places.get(0).store() + places.get(0).directory(),
        isLocal(file) && directory != null ? directory.toString() : store(file));
  }

  private static boolean isLocal(Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equalsIgnoreCase(LOCAL);
  }

  /** Names above the root of the store, such as {@code /../etc}, count from the root. */
  private static String pathOf(Path path) {
    return Stream.of(path.toUri().getPath().split("/"))
        .filter(name -> !name.isEmpty())
        .dropWhile(".."::equals)
        .reduce("", (parent, name) -> parent + "/" + name);
  }

  /** Returns scheme and authority. HDFS has a default for the authority. */
  private String store(Path path) {
    if (isLocal(path)) {
      return LOCAL + ":";
    }
    URI uri = path.toUri();
    String authority = uri.getRawAuthority();
    if (authority == null) {
      URI defaultStore = FileSystem.getDefaultUri(conf);
      authority =
          uri.getScheme().equals(defaultStore.getScheme()) ? defaultStore.getRawAuthority() : null;
    }
    return (uri.getScheme() + "://" + (authority == null ? "" : authority))
        .toLowerCase(Locale.ROOT);
  }
}
