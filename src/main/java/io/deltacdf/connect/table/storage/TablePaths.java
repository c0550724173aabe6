package io.deltacdf.connect.table.storage;

import java.io.File;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Converts the paths that users and logs give to paths that Hadoop's file systems accept. */
public final class TablePaths {
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
