package io.deltacdf.connect.discovery;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.io.IOException;

/** The errors of this package that users see. */
final class DiscoveryErrors {
  private DiscoveryErrors() {}

  static DeltaCdfException noRoot(String root, IOException cause) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        "The directory "
            + Redaction.hide(root)
            + " of 'discovery.root' does not exist. Correct the path, or create the directory.",
        cause);
  }

  static DeltaCdfException rootIsTable(String root) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        "The directory "
            + Redaction.hide(root)
            + " of 'discovery.root' is a table itself. List the table in 'tables', or set"
            + " 'discovery.root' to the directory that contains it.",
        null);
  }

  static DeltaCdfException listing(String directory, Exception cause) {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    if (StoreFailures.isNoStore(cause)) {
      return DeltaCdfException.permanent(
          ErrorCode.NOT_A_TABLE,
          "Listing "
              + Redaction.hide(directory)
              + " failed: the bucket does not exist ("
              + reason
              + "). Check the path, the endpoint and the region.",
          cause);
    } else if (StoreFailures.isUnsupported(cause)) {
      return DeltaCdfException.permanent(
          ErrorCode.UNSUPPORTED_STORE,
          "Listing "
              + Redaction.hide(directory)
              + " failed: no file system is available for it ("
              + reason
              + "). Add the jar of the file system to the directory of the plugin.",
          cause);
    } else if (StoreFailures.isAccessDenied(cause)) {
      return DeltaCdfException.retriable(
          ErrorCode.ACCESS_DENIED,
          "The store denied access while listing "
              + Redaction.hide(directory)
              + " ("
              + reason
              + "). Grant the credentials permission to list it, or leave it out with"
              + " 'discovery.exclude.list'.",
          cause);
    }
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        "The store failed while listing " + Redaction.hide(directory) + " (" + reason + ").",
        cause);
  }

  /** The catalog lists a table, but does not let it be read. */
  static DeltaCdfException browseOnly(String path) {
    return DeltaCdfException.retriable(
        ErrorCode.ACCESS_DENIED,
        "Table "
            + path
            + ": the principal of the connector may see the table, and not read it. Grant SELECT on"
            + " it, or leave it out with 'discovery.exclude.list'.",
        null);
  }

  static DeltaCdfException readingKey(String path, Exception cause) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        "Table " + path + ": reading its constraints failed (" + cause.getCause() + ").",
        cause);
  }

  /**
   * @param place such as {@code below /lake}
   */
  static DeltaCdfException notLookedYet(String place, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        "The tables "
            + place
            + " are not known yet: "
            + reason
            + " Tasks that run keep their tables. Connect asks again.",
        null);
  }
}
