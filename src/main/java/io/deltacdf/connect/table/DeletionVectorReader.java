package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.deltacdf.connect.error.DeltaCdfException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Reads the deletion vectors of a file. */
final class DeletionVectorReader {
  private final TableContext table;
  private final ChangedFile file;

  private DeletionVectorReader(TableContext table, ChangedFile file) {
    this.table = table;
    this.file = file;
  }

  /** Returns the rows of a file that its deletion vectors select; all rows if it has none. */
  static RowSelection selection(TableContext table, ChangedFile file) {
    return file.deletionVectors()
        .map(vectors -> new DeletionVectorReader(table, file).selection(vectors))
        .orElse(RowSelection.ALL);
  }

  /** Fails with PATH_NOT_ALLOWED if the table may not be read where a deletion vector is. */
  static void requireAllowed(TableContext table, ChangedFile file) {
    file.deletionVectors()
        .ifPresent(
            vectors -> {
              DeletionVectorReader reader = new DeletionVectorReader(table, file);
              vectors.wanted().ifPresent(reader::requireAllowed);
              vectors.hidden().ifPresent(reader::requireAllowed);
            });
  }

  private void requireAllowed(DeletionVectorDescriptor descriptor) {
    if (descriptor.isOnDisk()) {
      Path path;
      try {
        path = table.storage().path(descriptor.getAbsolutePath(table.path()));
      } catch (RuntimeException e) {
        // The path itself is damaged, which is reported when the deletion vector is read.
        return;
      }
      table.allowed().require(file.version(), path);
    }
  }

  private RowSelection selection(DeletionVectors vectors) {
    Roaring64Bitmap hidden = vectors.hidden().map(this::read).orElseGet(Roaring64Bitmap::new);
    if (vectors.wanted().isEmpty()) {
      return new RowSelection(hidden, false);
    }
    Roaring64Bitmap rows = read(vectors.wanted().get());
    rows.andNot(hidden);
    return new RowSelection(rows, true);
  }

  private Roaring64Bitmap read(DeletionVectorDescriptor descriptor) {
    requireAllowed(descriptor);
    try {
      RoaringBitmapArray rows =
          DeletionVectorUtils.loadNewDvAndBitmap(table.engine(), table.path(), descriptor)._2;
      long[] positions = rows.toArray();
      Arrays.sort(positions);
      return Roaring64Bitmap.bitmapOf(positions);
    } catch (RuntimeException e) {
      throw failure(descriptor, e);
    }
  }

  private DeltaCdfException failure(DeletionVectorDescriptor descriptor, RuntimeException e) {
    String name = name(descriptor);
    if (KernelFailures.isFileMissing(e)) {
      return TableErrors.fileMissing(table.location(), file.version(), name, e);
    } else if (descriptor.isOnDisk() && KernelFailures.isStorage(e)) {
      return FileDiagnosis.diagnose(table, file.version(), name, -1, e);
    }
    return TableErrors.fileCorrupt(
        table.location(),
        file.version(),
        name,
        "the deletion vector is damaged (" + TableErrors.reason(e) + ")",
        e);
  }

  private String name(DeletionVectorDescriptor descriptor) {
    if (descriptor.isInline()) {
      return "inline deletion vector of " + file.path();
    }
    try {
      return descriptor.getAbsolutePath(table.path());
    } catch (RuntimeException e) {
      // The path itself may be damaged.
      return descriptor.getPathOrInlineDv();
    }
  }
}
