package io.deltacdf.connect.table.storage;

import java.nio.file.AccessDeniedException;
import java.util.Set;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Classifies the failures of stores by the types of exceptions; never by their messages. */
public final class StoreFailures {
  /** By name, because the classes of a file system may be missing. */
  private static final Set<String> ACCESS_DENIED =
      Set.of(
          AccessDeniedException.class.getName(),
          "org.apache.hadoop.security.AccessControlException",
          // S3's response to an expired token.
          "org.apache.hadoop.fs.s3a.AWSBadRequestException");

  private static final Set<String> NO_STORE =
      Set.of("org.apache.hadoop.fs.s3a.UnknownStoreException");

  private static final Set<String> UNSUPPORTED =
      Set.of(UnsupportedFileSystemException.class.getName());

  private static final Set<String> OVERWRITTEN =
      Set.of("org.apache.hadoop.fs.s3a.RemoteFileChangedException");

  private StoreFailures() {}

  /** Whether the store was reached but denied access. */
  public static boolean isAccessDenied(Throwable e) {
    return hasCause(e, ACCESS_DENIED);
  }

  /** Whether the bucket does not exist. */
  public static boolean isNoStore(Throwable e) {
    return hasCause(e, NO_STORE);
  }

  /** Whether no file system is available for the path. */
  public static boolean isUnsupported(Throwable e) {
    return hasCause(e, UNSUPPORTED);
  }

  /** Whether a file was overwritten while it was read. */
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
