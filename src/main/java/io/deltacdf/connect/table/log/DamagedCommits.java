package io.deltacdf.connect.table.log;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Searches a log for a commit that cannot be parsed, because Delta Kernel does not report which
 * file it failed to parse.
 */
public final class DamagedCommits {
  private DamagedCommits() {}

  /** Returns the failure to report if Delta Kernel could not parse a file of the log. */
  public static DeltaCdfException failure(
      TableContext table, String doing, RuntimeException cause) {
    DeltaCdfException unnamed = KernelFailures.translate(table.location(), doing, cause);
    try {
      return find(table).orElse(unnamed);
    } catch (DeltaCdfException e) {
      unnamed.addSuppressed(e);
      return unnamed;
    }
  }

  /** Returns the failure of the newest commit that cannot be parsed, if there is one. */
  private static Optional<DeltaCdfException> find(TableContext table) {
    for (Map.Entry<Long, FileStatus> commit :
        table.logFiles().commits(0).descendingMap().entrySet()) {
      FileStatus file = commit.getValue();
      try (CloseableIterator<ColumnarBatch> batches =
          table
              .engine()
              .getJsonHandler()
              .readJsonFiles(
                  Utils.singletonCloseableIterator(file), new StructType(), Optional.empty())) {
        while (batches.hasNext()) {
          batches.next();
        }
      } catch (IOException | RuntimeException e) {
        return KernelFailures.isJsonError(e)
            ? Optional.of(
                TableErrors.corruptCommit(table.location(), commit.getKey(), file.getPath(), e))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
