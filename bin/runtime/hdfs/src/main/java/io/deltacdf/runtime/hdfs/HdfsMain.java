package io.deltacdf.runtime.hdfs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * An HDFS of one name node and one data node on 127.0.0.1. It runs until it is killed. After a
 * restart in the same directory, it has the same files.
 */
public final class HdfsMain {
  private HdfsMain() {}

  /**
   * The arguments: a directory for the data, the name node's port, {@code format} the first time.
   */
  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, args[0]);
    new MiniDFSCluster.Builder(conf)
        .nameNodePort(Integer.parseInt(args[1]))
        .numDataNodes(1)
        .format(args.length > 2)
        .build()
        .waitActive();
  }
}
