package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A store in its own process that holds copies of tables. */
public interface StoreServer extends AutoCloseable {
  /** Returns the root for tables, which ends with a slash. */
  URI root();

  /** Returns the Hadoop options to connect to the store. */
  Map<String, String> options();

  /** Ends the process. The content of the store is kept. */
  void stop();

  /** Starts it again after {@link #stop()}, and waits until it answers. */
  void restart();

  @Override
  void close();

  /** Its file system, as Hadoop's client has it; to be closed. */
  default FileSystem connect() throws IOException {
    Configuration conf = new Configuration();
    options().forEach(conf::set);
    return FileSystem.newInstance(root(), conf);
  }
}
