package io.deltacdf.connect.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.log.LogFileException;
import io.deltacdf.connect.table.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Translates Delta Kernel's exceptions by their types; never by their messages. */
public final class KernelFailures {
  private KernelFailures() {}

  /**
   * Whether the exception's type shows what is wrong, so that there is no need to search the log
   * for the reason.
   */
  public static boolean isKnown(RuntimeException e) {
    return isAboutStoreOrFeatures(e) || LogFileException.in(e) != null || isJsonError(e);
  }

  /**
   * Whether the reason is the store, the features of the table, or a failure that is translated
   * already, and not what a file of the log contains.
   */
  public static boolean isAboutStoreOrFeatures(RuntimeException e) {
    return ours(e) != null
        || e instanceof TableNotFoundException
        || e instanceof UnsupportedTableFeatureException
        || e instanceof UnsupportedProtocolVersionException
        || isStorage(e);
  }

  /**
   * Returns the failure to report.
   *
   * @param doing what failed, such as {@code reading the log}
   */
  public static DeltaCdfException translate(TableLocation table, String doing, RuntimeException e) {
    DeltaCdfException ours = ours(e);
    if (ours != null) {
      return ours;
    } else if (e instanceof TableNotFoundException) {
      return TableErrors.notATable(table, e);
    } else if (e instanceof UnsupportedTableFeatureException unsupported) {
      return TableErrors.unsupportedFeature(
          table,
          "the feature "
              + TableErrors.list(unsupported.getUnsupportedFeatures())
              + " (found while "
              + doing
              + ")",
          e);
    } else if (e instanceof UnsupportedProtocolVersionException protocol) {
      return TableErrors.unsupportedFeature(
          table, "protocol version " + protocol.getVersion() + " (found while " + doing + ")", e);
    }
    // A file that disappears while the log is read was just cleaned up, so a retry will succeed.
    if (isStorage(e) || isFileMissing(e)) {
      return TableErrors.storage(table, doing, e);
    }
    LogFileException failed = LogFileException.in(e);
    if (failed != null && FileNames.isCommitFile(new Path(failed.file()).getName())) {
      return TableErrors.corruptCommit(
          table, FileNames.deltaVersion(failed.file()), failed.file(), e);
    }
    return failed != null || isJsonError(e)
        ? TableErrors.unparsableLog(table, doing, e)
        : TableErrors.refusedByKernel(table, doing, e);
  }

  /** Returns the failure that is translated already, which Delta Kernel may have wrapped. */
  private static @Nullable DeltaCdfException ours(Throwable e) {
    return DeltaCdfException.in(e).orElse(null);
  }

  /**
   * Whether the file system reported a failure, as opposed to a file that is missing, or whose
   * bytes were read but are invalid. An interrupted read is like a failure of the store.
   */
  static boolean isStorage(Throwable e) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof StoreException || t instanceof InterruptedIOException) {
        return true;
      }
    }
    return false;
  }

  /** Whether a file does not exist. */
  public static boolean isFileMissing(Throwable e) {
    return ioCause(e) instanceof FileNotFoundException;
  }

  /**
   * Whether a file of the log was read but is not valid JSON. Jackson's exceptions are IOExceptions
   * too, although the store did not fail.
   */
  public static boolean isJsonError(Throwable e) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof JsonProcessingException) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable IOException ioCause(Throwable e) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof IOException io) {
        return io;
      } else if (!(t instanceof UncheckedIOException)
          && !(t instanceof KernelEngineException)
          && t.getCause() == null) {
        return null;
      }
    }
    return null;
  }
}
