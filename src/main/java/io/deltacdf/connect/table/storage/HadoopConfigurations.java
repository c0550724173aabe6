package io.deltacdf.connect.table.storage;

import java.io.File;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** From the options {@code hadoop.*} and a table's path to what Hadoop's file systems take. */
public final class HadoopConfigurations {
  private HadoopConfigurations() {}

  static Configuration create(Map<String, String> options) {
    Configuration conf = new Configuration();
    conf.setClassLoader(HadoopConfigurations.class.getClassLoader());
    // Local tables are copied and made by tools that know nothing of Hadoop's checksum sidecars;
    // Delta has checks of its own.
    conf.set("fs.file.impl", RawLocalFileSystem.class.getName());
    S3Defaults.apply(conf);
    options.forEach(conf::set);
    return conf;
  }

  /**
   * The table's root: {@code s3://} is Hadoop's {@code s3a://}; without a scheme a local path,
   * relative to the working directory.
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

  /** The path with {@code s3a://} for {@code s3://}, which Hadoop has no file system for. */
  static String s3a(String path, Configuration conf) {
    return path.startsWith("s3://") && conf.get("fs.s3.impl") == null
        ? "s3a://" + path.substring("s3://".length())
        : path;
  }

  /**
   * {@code file:/a b} and {@code file:///a%20b} both mean the local path {@code /a b}; the first is
   * no URI.
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
