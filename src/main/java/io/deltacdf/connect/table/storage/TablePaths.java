package io.deltacdf.connect.table.storage;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Converts the paths that users and logs give to paths that Hadoop's file systems accept. */
public final class TablePaths {
  /**
   * Matches paths with a scheme. A colon without a slash after it is a part of a name that the
   * writer did not encode.
   */
  private static final Pattern ABSOLUTE =
      Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:/.*", Pattern.DOTALL);

  private TablePaths() {}

  /**
   * Returns the normalized path of a table's root directory. {@code s3://} becomes {@code s3a://};
   * a path without a scheme is a local path, relative to the working directory.
   */
  public static Path root(String path, Configuration conf) {
    String trimmed = s3a(path.strip(), conf);
    if (!trimmed.matches("^[A-Za-z][A-Za-z0-9+.-]*:.*")) {
      trimmed = new File(trimmed).getAbsoluteFile().toPath().normalize().toString();
      return new Path("file", null, trimmed);
    }
    if (trimmed.startsWith("file:")) {
      return new Path("file", null, localPath(trimmed));
    }
    return new Path(trimmed);
  }

  /**
   * Returns the location of a file: the path that a log has, percent-decoded once, and relative to
   * the table's root unless it is absolute. A path that is not a valid URI is taken as it is,
   * because its writer did not encode it. All paths of one file have the same location.
   */
  public static Path file(Path root, String logged, Configuration conf) {
    if (ABSOLUTE.matcher(logged).matches()) {
      return absolute(s3a(logged, conf));
    }
    String path = decoded(logged);
    URI table = root.toUri();
    return new Path(
        table.getScheme(),
        table.getRawAuthority(),
        path.startsWith("/") ? path : table.getPath() + "/" + path);
  }

  private static Path absolute(String logged) {
    URI uri;
    try {
      uri = new URI(logged);
    } catch (URISyntaxException e) {
      uri = new Path(logged).toUri();
    }
    boolean local = "file".equals(uri.getScheme());
    return new Path(uri.getScheme(), local ? null : uri.getRawAuthority(), uri.getPath());
  }

  private static String decoded(String path) {
    try {
      URI uri = new URI("file://" + (path.startsWith("/") ? "" : "/") + path);
      if (uri.getRawQuery() == null && uri.getRawFragment() == null) {
        return path.startsWith("/") ? uri.getPath() : uri.getPath().substring(1);
      }
    } catch (URISyntaxException e) {
      // The path is not encoded.
    }
    return path;
  }

  /**
   * Returns the store that a path is in, as {@code scheme://authority/}: a bucket, a container or a
   * name node, or the local file system. Paths without a scheme are local.
   */
  public static String store(String path) {
    return store(new Path(path));
  }

  static String store(Path path) {
    URI uri = path.toUri();
    String scheme = uri.getScheme() == null ? "file" : uri.getScheme();
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    return scheme + "://" + authority + "/";
  }

  /**
   * Returns the path with {@code s3a://} in place of {@code s3://}, unless the configuration has a
   * file system for {@code s3://}.
   */
  static String s3a(String path, Configuration conf) {
    return path.startsWith("s3://") && conf.get("fs.s3.impl") == null
        ? "s3a://" + path.substring("s3://".length())
        : path;
  }

  /**
   * {@code file:/a b} and {@code file:///a%20b} both mean the local path {@code /a b}; the first is
   * not a valid URI.
   */
  private static String localPath(String uri) {
    String rest = uri.substring("file:".length()).replaceFirst("^//+(?=/)", "");
    try {
      return URI.create("file:" + rest).getPath();
    } catch (IllegalArgumentException e) {
      return rest;
    }
  }
}
