package io.deltacdf.connect.table.storage;

import java.nio.file.AccessDeniedException;
import java.util.Set;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** What kind of failure of a store an exception is; decided by type, never by message. */
public final class StoreFailures {
  /** By name: classes of file systems that need not be there. */
  private static final Set<String> REFUSALS =
      Set.of(
          AccessDeniedException.class.getName(),
          "org.apache.hadoop.security.AccessControlException",
          // How S3 answers a token that has expired.
          "org.apache.hadoop.fs.s3a.AWSBadRequestException");

  private static final Set<String> NO_STORE =
      Set.of("org.apache.hadoop.fs.s3a.UnknownStoreException");

  private static final Set<String> UNSUPPORTED =
      Set.of(UnsupportedFileSystemException.class.getName());

  private static final Set<String> OVERWRITTEN =
      Set.of("org.apache.hadoop.fs.s3a.RemoteFileChangedException");

  private StoreFailures() {}

  /** Whether the store was reached, but does not let the connector read. */
  public static boolean isRefusal(Throwable e) {
    return hasCause(e, REFUSALS);
  }

  /** Whether there is no such bucket. */
  public static boolean isNoStore(Throwable e) {
    return hasCause(e, NO_STORE);
  }

  /** Whether there is no file system for the path. */
  public static boolean isUnsupported(Throwable e) {
    return hasCause(e, UNSUPPORTED);
  }

  /** Whether a file is no longer the one that its first part was read of. */
  public static boolean isOverwritten(Throwable e) {
    return hasCause(e, OVERWRITTEN);
  }

  private static boolean hasCause(Throwable e, Set<String> types) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (types.contains(t.getClass().getName())) {
        return true;
      }
    }
    return false;
  }
}
