package io.deltacdf.connect.table;

import io.deltacdf.connect.error.DeltaCdfException;
import java.util.Optional;

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
    } else if (KernelFailures.isStorage(e)) {
      return TableErrors.storage(table, "reading " + file + " of version " + version, e);
    }
    return TableErrors.fileCorrupt(table, version, file, TableErrors.reason(e), e);
  }
}
