package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import java.util.Arrays;
import java.util.Optional;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The deletion vectors that decide which rows of a file count, by physical position: all rows but
 * {@code hidden}, or, where {@code wanted} is set, only rows in {@code wanted} and not in {@code
 * hidden}.
 */
public record DeletionVectors(
    Optional<DeletionVectorDescriptor> wanted, Optional<DeletionVectorDescriptor> hidden) {

  /**
   * The rows as one set: the ones that count where {@code wanted} is set, else the ones that do
   * not.
   */
  Roaring64Bitmap load(KernelTable table, ChangedFile file) {
    Roaring64Bitmap hiddenRows =
        hidden.map(dv -> load(table, file, dv)).orElseGet(Roaring64Bitmap::new);
    if (wanted.isEmpty()) {
      return hiddenRows;
    }
    Roaring64Bitmap rows = load(table, file, wanted.get());
    rows.andNot(hiddenRows);
    return rows;
  }

  private static Roaring64Bitmap load(
      KernelTable table, ChangedFile file, DeletionVectorDescriptor descriptor) {
    try {
      RoaringBitmapArray rows =
          DeletionVectorUtils.loadNewDvAndBitmap(table.engine(), table.path(), descriptor)._2;
      long[] positions = rows.toArray();
      Arrays.sort(positions);
      return Roaring64Bitmap.bitmapOf(positions);
    } catch (RuntimeException e) {
      throw failure(table, file, descriptor, e);
    }
  }

  private static RuntimeException failure(
      KernelTable table,
      ChangedFile file,
      DeletionVectorDescriptor descriptor,
      RuntimeException e) {
    String name = name(table, file, descriptor);
    if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table, file.version(), name, e);
    } else if (descriptor.isOnDisk() && KernelFailures.isStorage(e)) {
      return FileFailures.translate(table, file.version(), name, -1, e);
    }
    return TableErrors.fileCorrupt(
        table,
        file.version(),
        name,
        "the deletion vector is damaged (" + TableErrors.reason(e) + ")",
        e);
  }

  private static String name(
      KernelTable table, ChangedFile file, DeletionVectorDescriptor descriptor) {
    if (descriptor.isInline()) {
      return "inline deletion vector of " + file.path();
    }
    try {
      return descriptor.getAbsolutePath(table.path());
    } catch (RuntimeException e) {
      // The path may be what is damaged.
      return descriptor.getPathOrInlineDv();
    }
  }
}
