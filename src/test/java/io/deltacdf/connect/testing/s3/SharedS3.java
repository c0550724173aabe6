package io.deltacdf.connect.testing.s3;

import io.deltacdf.connect.testing.ProjectDirectory;

/**
 * One open S3 server for all test classes of a JVM. Started when first asked for, ended with the
 * JVM. Tests copy tables to places of their own names.
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
