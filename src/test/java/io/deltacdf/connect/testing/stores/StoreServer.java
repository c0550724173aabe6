package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A store in a separate process that contains copies of tables. */
public interface StoreServer extends AutoCloseable {
  /** Returns the root of the tables, which ends with a slash. */
  URI root();

  /** Returns the Hadoop options to connect to the store. */
  Map<String, String> options();

  /** Stops the process. The data of the store is kept. */
  void stop();

  /** Starts the process again after {@link #stop()}, and waits until it responds. */
  void restart();

  @Override
  void close();

  /** Returns Hadoop's file system for the store, which the caller closes. */
  default FileSystem connect() throws IOException {
    Configuration conf = new Configuration();
    options().forEach(conf::set);
    return FileSystem.newInstance(root(), conf);
  }
}
