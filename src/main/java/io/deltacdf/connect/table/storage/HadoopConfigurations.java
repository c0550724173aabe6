package io.deltacdf.connect.table.storage;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Makes a Hadoop configuration of the connector's defaults and the options {@code hadoop.*}. */
final class HadoopConfigurations {
  private HadoopConfigurations() {}

  static Configuration create(Map<String, String> options) {
    Configuration conf = new Configuration();
    conf.setClassLoader(HadoopConfigurations.class.getClassLoader());
    // Tools that create or copy local tables know nothing of Hadoop's checksum files, and Delta
    // has checks of its own.
    conf.set("fs.file.impl", RawLocalFileSystem.class.getName());
    S3Defaults.apply(conf);
    options.forEach(conf::set);
    return conf;
  }
}
