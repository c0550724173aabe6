package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import java.io.IOException;
import java.util.Optional;
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
      KernelTable table, long version, String file, long size, RuntimeException e) {
    if (e instanceof DeltaCdfException ours) {
      return ours;
    }
    if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table, version, file, e);
    }
    Optional<Long> actual = table.logFiles().sizeOf(file);
    if (actual.isEmpty()) {
      return TableErrors.fileMissing(table, version, file, e);
    } else if (size >= 0 && actual.get() != size) {
      String sizes = "it has " + actual.get() + " bytes, the log says " + size;
      return TableErrors.fileCorrupt(table, version, file, sizes, e);
    } else if (KernelFailures.isStorage(e) && !isMalformed(e)) {
      return TableErrors.storage(table, "reading " + file + " of version " + version, e);
    }
    return TableErrors.fileCorrupt(table, version, file, TableErrors.reason(e), e);
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
