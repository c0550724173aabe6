package io.deltacdf.connect.config;

import java.util.Map;
import java.util.TreeMap;

/** The group "Storage": options that pass through to Hadoop. */
public final class StorageOptions {
  static final String GROUP = "Storage";

  /** Cut off from an option's name, the rest is the name in the Hadoop configuration. */
  public static final String HADOOP_PREFIX = "hadoop.";

  static final String HADOOP_DOC =
      "Every option of this prefix goes to the Hadoop configuration with the prefix cut off:"
          + " `hadoop.fs.s3a.endpoint` sets `fs.s3a.endpoint`. Give secrets through one of"
          + " Connect's config providers (`${file:/etc/secrets.properties:s3-key}`): Connect shows"
          + " a literal value to everybody who may read the connector's configuration. The"
          + " connector itself logs no value whose name looks like that of a secret.";

  private StorageOptions() {}

  /** The Hadoop options of a connector's or task's configuration, by their Hadoop names. */
  static Map<String, String> hadoop(Map<String, String> props) {
    Map<String, String> hadoop = new TreeMap<>();
    props.forEach(
        (name, value) -> {
          if (name.startsWith(HADOOP_PREFIX) && value != null) {
            hadoop.put(name.substring(HADOOP_PREFIX.length()), value);
          }
        });
    return hadoop;
  }
}
