package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A store in a process of its own, which tables are copied to and read from. */
public interface StoreServer extends AutoCloseable {
  /** Where tables may lie, with a slash at its end. */
  URI root();

  /** The Hadoop options by which it is reached. */
  Map<String, String> options();

  /** Ends the process; what the store holds stays. */
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
