package io.deltacdf.connect.testing.s3;

import io.deltacdf.connect.testing.ProjectDirectory;

/**
 * An open S3 server that all test classes of a JVM share. It starts on first use and ends with the
 * JVM. Tests copy tables to unique paths.
 */
public final class SharedS3 {
  private SharedS3() {}

  public static S3Server server() {
    return Server.INSTANCE;
  }

  private static final class Server {
    static final S3Server INSTANCE =
        S3Server.startOpen(ProjectDirectory.newWorkDirectory("shared-s3"));
  }
}
