package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import java.util.Optional;

/**
 * Finds out why a file could not be read. Unless the exception itself shows the reason, this asks
 * the store for the file's size, to tell a missing or truncated file from a store that fails.
 */
final class FileDiagnosis {
  private FileDiagnosis() {}

  /**
   * Returns the failure to report for an exception.
   *
   * @param version the version whose commit names the file
   * @param file the resolved path
   * @param loggedSize the size in bytes that the log states, or -1
   */
  static DeltaCdfException diagnose(
      TableContext table, long version, String file, long loggedSize, RuntimeException e) {
    FileFailures failures = new FileFailures(table.location(), version, file);
    Optional<DeltaCdfException> known = failures.knownByType(e);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<Long> actualSize;
    try {
      actualSize = table.logFiles().sizeOf(file);
    } catch (DeltaCdfException sizeUnknown) {
      // Without the size it is not known what the first failure means, so it is not final.
      sizeUnknown.addSuppressed(e);
      return sizeUnknown;
    }
    return failures.withSizes(loggedSize, actualSize, e);
  }
}
