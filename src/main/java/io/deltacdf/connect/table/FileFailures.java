package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.parquet.UnreadableColumnException;
import io.deltacdf.connect.table.storage.StoreFailures;
import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.io.ParquetDecodingException;
import shaded.parquet.org.apache.thrift.protocol.TProtocolException;

/** Why a data, change or deletion vector file could not be read. */
final class FileFailures {
  private FileFailures() {}

  /**
   * Tells a file that is gone or cut from a store that fails.
   *
   * @param file the resolved path
   * @param size the size that the log states, or -1
   */
  static DeltaCdfException translate(
      TableContext table, long version, String file, long size, RuntimeException e) {
    if (e instanceof DeltaCdfException ours) {
      return ours;
    }
    if (e instanceof UnreadableColumnException unreadable) {
      return TableErrors.columnUnreadable(table.location(), version, file, unreadable);
    } else if (e instanceof ParquetCryptoRuntimeException) {
      return TableErrors.unsupportedFile(table.location(), version, file, "it is encrypted", e);
    } else if (e instanceof BadConfigurationException) {
      return TableErrors.unsupportedFile(
          table.location(),
          version,
          file,
          "its compression is not known here: " + TableErrors.reason(e),
          e);
    }
    if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table.location(), version, file, e);
    } else if (StoreFailures.isOverwritten(e)) {
      return TableErrors.fileCorrupt(
          table.location(), version, file, "it was overwritten while it was read", e);
    }
    Optional<Long> actual = table.logFiles().sizeOf(file);
    if (actual.isEmpty()) {
      return TableErrors.fileMissing(table.location(), version, file, e);
    } else if (size >= 0 && actual.get() != size) {
      String sizes = "it has " + actual.get() + " bytes, the log says " + size;
      return TableErrors.fileCorrupt(table.location(), version, file, sizes, e);
    } else if (KernelFailures.isStorage(e) && !isMalformed(e)) {
      return TableErrors.storage(table.location(), "reading " + file + " of version " + version, e);
    }
    return TableErrors.fileCorrupt(table.location(), version, file, reason(e), e);
  }

  /** Parquet's own exception names the column. */
  private static String reason(RuntimeException e) {
    return e instanceof ParquetDecodingException ? e.getMessage() : TableErrors.reason(e);
  }

  /**
   * Whether bytes were read and make no sense. Parquet decodes a row group when it has all of it in
   * memory; a page header that is none, or a page that cannot be decompressed, comes as an
   * IOException all the same.
   */
  private static boolean isMalformed(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof TProtocolException
          || (t instanceof ParquetDecodingException && t.getCause() instanceof IOException)) {
        return true;
      }
    }
    return false;
  }
}
