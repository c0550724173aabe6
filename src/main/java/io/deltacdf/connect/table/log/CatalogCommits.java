package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.TableManager;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.table.CatalogFeatures;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Searches a log for the protocol of a table that a catalog manages. */
public final class CatalogCommits {
  private CatalogCommits() {}

  /**
   * Fails with UNSUPPORTED_FEATURE if any commit from {@code earliest} on has a protocol with a
   * catalog feature. Delta Kernel cannot load a snapshot of such a table, because it needs a
   * version that only the catalog has, but does not report that as the reason.
   */
  public static void reject(TableContext table, long earliest) {
    if (table.location().catalogTableId().isPresent()) {
      return;
    }
    try (CloseableIterator<CommitActions> commits =
        TableManager.loadCommitRange(table.path(), CommitBoundary.atVersion(earliest))
            .build(table.engine())
            .getCommitActions(table.engine(), CommitParser.ACTIONS)) {
      while (commits.hasNext()) {
        CommitParser parsed = new CommitParser(table.logFiles()).parse(commits.next());
        parsed.protocol().ifPresent(protocol -> CatalogFeatures.reject(table.location(), protocol));
      }
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "reading the log", new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw KernelFailures.translate(table.location(), "reading the log", e);
    }
  }
}
