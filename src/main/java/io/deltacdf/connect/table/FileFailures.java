package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.parquet.DeepNestingException;
import io.deltacdf.connect.table.parquet.UnreadableColumnException;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.util.Optional;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Translates the exceptions of reading a data file, change file or deletion vector file. Does no
 * I/O; {@link FileDiagnosis} does.
 *
 * @param table the table that the file belongs to
 * @param version the version whose commit names the file
 * @param file the resolved path
 */
record FileFailures(TableLocation table, long version, String file) {
  /** Returns the failure if the exception's type shows it; empty if the file must be checked. */
  Optional<DeltaCdfException> knownByType(RuntimeException e) {
    return Optional.ofNullable(byType(e));
  }

  private @Nullable DeltaCdfException byType(RuntimeException e) {
    if (e instanceof DeltaCdfException ours) {
      return ours;
    } else if (e instanceof UnreadableColumnException unreadable) {
      return TableErrors.columnUnreadable(table, version, file, unreadable);
    } else if (e instanceof DeepNestingException) {
      String reason = String.valueOf(e.getMessage());
      return TableErrors.unsupportedFile(table, version, file, reason, e);
    } else if (e instanceof ParquetCryptoRuntimeException) {
      return TableErrors.unsupportedFile(table, version, file, "it is encrypted", e);
    } else if (e instanceof BadConfigurationException) {
      return TableErrors.unsupportedFile(
          table, version, file, "its compression codec " + e.getMessage() + " is not supported", e);
    } else if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table, version, file, e);
    } else if (StoreFailures.isOverwritten(e)) {
      return TableErrors.fileCorrupt(
          table, version, file, "it was overwritten while it was read", e);
    }
    return null;
  }

  /**
   * Returns the failure, given the size that the file has.
   *
   * @param loggedSize the size in bytes that the log states, or -1
   * @param actualSize the size in bytes that the store reports; empty if the file is missing
   */
  DeltaCdfException withSizes(long loggedSize, Optional<Long> actualSize, RuntimeException e) {
    if (actualSize.isEmpty()) {
      return TableErrors.fileMissing(table, version, file, e);
    } else if (loggedSize >= 0 && actualSize.get() != loggedSize) {
      String sizes = "it has " + actualSize.get() + " bytes, but the log says " + loggedSize;
      return TableErrors.fileCorrupt(table, version, file, sizes, e);
    } else if (KernelFailures.isStorage(e)) {
      return TableErrors.storage(table, "reading " + file + " of version " + version, e);
    }
    return TableErrors.fileCorrupt(table, version, file, reason(e), e);
  }

  /** Parquet's own exception names the column. */
  private static String reason(RuntimeException e) {
    String message = e.getMessage();
    return e instanceof ParquetDecodingException && message != null
        ? message
        : TableErrors.reason(e);
  }
}
