package io.deltacdf.connect.config;

import java.util.Map;
import java.util.TreeMap;

/** The group "Storage": options that are passed on to Hadoop. */
final class StorageOptions {
  static final String GROUP = "Storage";

  /** The prefix of Hadoop's options; the rest of a name is the name in Hadoop's configuration. */
  static final String HADOOP_PREFIX = "hadoop.";

  static final String HADOOP_DOC =
      "Options that are passed on to Hadoop's configuration without this prefix: for example,"
          + " `hadoop.fs.s3a.endpoint` sets `fs.s3a.endpoint`. Provide secrets through one of"
          + " Connect's config providers, as in `${file:/etc/secrets.properties:s3-key}`, because"
          + " Connect shows literal values to everyone who can read the connector's configuration."
          + " The connector does not log the value of an option whose name looks like that of a"
          + " secret, and hides such values, and passwords and signatures in URIs, in the messages"
          + " of stores.";

  private StorageOptions() {}

  /** Returns the Hadoop options of a connector's or task's configuration by their Hadoop names. */
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
