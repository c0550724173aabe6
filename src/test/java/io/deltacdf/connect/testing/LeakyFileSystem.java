package io.deltacdf.connect.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * A local file system for {@code leaky://bucket/…} that fails as {@link #fault} says, and puts all
 * secrets of its options into its exceptions, their causes and their suppressed exceptions. Hadoop
 * creates the instances.
 */
public final class LeakyFileSystem extends RawLocalFileSystem {
  /** What all secrets contain. */
  public static final String SECRET = "s3cr3t";

  /** The Hadoop options with their secrets. */
  public static final Map<String, String> HADOOP =
      new TreeMap<>(
          Map.of(
              "fs.leaky.impl", LeakyFileSystem.class.getName(),
              "fs.s3a.access.key", "AKIA-s3cr3t-1",
              "fs.s3a.secret.key", "s3cr3t/2+x=",
              "fs.s3a.session.token", "token-s3cr3t-3",
              "fs.s3a.proxy.password", "proxy-s3cr3t-4",
              "fs.azure.account.key.acc.dfs.core.windows.net", "key-s3cr3t-5==",
              "fs.azure.sas.container.acc", "sv=2024&sig=s3cr3t-6",
              "fs.azure.account.oauth2.client.secret", "oauth-s3cr3t-7",
              "fs.leaky.endpoint", "https://user:s3cr3t-8@store:9000",
              "fs.leaky.url", "https://store/container?sv=2024&sig=s3cr3t-9%2B&se=1"));

  /** Which call fails, and how. */
  public enum Fault {
    NONE,
    INITIALIZE,
    INITIALIZE_UNCHECKED,
    LIST,
    LIST_UNCHECKED,
    LIST_DENIED,
    LIST_MISSING,
    OPEN_COMMIT,
    OPEN_DATA,
    OPEN_DATA_DENIED,
    OPEN_DATA_MISSING,
    OPEN_DATA_UNCHECKED,
    CLOSE
  }

  private static volatile Fault fault = Fault.NONE;

  private String secrets = "";

  /** Sets what fails from now on, for all instances. */
  public static void fail(Fault next) {
    fault = next;
  }

  @Override
  public URI getUri() {
    return URI.create("leaky://bucket");
  }

  @Override
  public String getScheme() {
    return "leaky";
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    secrets = HADOOP.keySet().stream().map(conf::get).collect(Collectors.joining(" and "));
    if (fault == Fault.INITIALIZE) {
      throw failure();
    } else if (fault == Fault.INITIALIZE_UNCHECKED) {
      throw new IllegalArgumentException("Illegal option: " + secrets, failure());
    }
    super.initialize(uri, conf);
  }

  @Override
  public FileStatus[] listStatus(Path directory) throws IOException {
    switch (fault) {
      case LIST -> throw failure();
      case LIST_UNCHECKED -> throw new UncheckedIOException(failure());
      case LIST_DENIED -> throw with(new AccessControlException("denied to " + secrets));
      case LIST_MISSING -> throw with(new FileNotFoundException("nothing for " + secrets));
      default -> {}
    }
    return super.listStatus(directory);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    boolean data = file.getName().endsWith(".parquet");
    if (fault == Fault.OPEN_COMMIT && file.getName().endsWith(".json")) {
      throw failure();
    } else if (data) {
      switch (fault) {
        case OPEN_DATA -> throw failure();
        case OPEN_DATA_DENIED -> throw with(new AccessControlException("denied to " + secrets));
        case OPEN_DATA_MISSING -> throw with(new FileNotFoundException("nothing for " + secrets));
        case OPEN_DATA_UNCHECKED -> throw new IllegalStateException(secrets, failure());
        default -> {}
      }
    }
    return super.open(file, bufferSize);
  }

  @Override
  public void close() throws IOException {
    if (fault == Fault.CLOSE) {
      // The storage that knows the secrets may have been released by now.
      System.gc();
      throw failure();
    }
    super.close();
  }

  private IOException failure() {
    return with(new IOException("The store refuses " + secrets));
  }

  private <T extends IOException> T with(T failure) {
    if (failure.getCause() == null) {
      failure.initCause(new IllegalStateException("The reason is " + secrets));
    }
    failure.addSuppressed(new IllegalStateException("Also " + secrets));
    return failure;
  }
}
