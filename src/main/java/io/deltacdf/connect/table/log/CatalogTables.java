package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.TableManager;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.KernelTable;
import io.deltacdf.connect.table.TableErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Refuses tables whose newest commits only a catalog knows. */
public final class CatalogTables {
  private static final List<String> FEATURES =
      List.of("catalogManaged", "catalogOwned", "catalogOwned-preview");

  private CatalogTables() {}

  public static void refuse(DeltaTable table, Protocol protocol) {
    for (String feature : FEATURES) {
      if (protocol.getReaderAndWriterFeatures().contains(feature)) {
        throw TableErrors.unsupportedFeature(
            table,
            "the feature "
                + feature
                + " (its commits are known to a catalog alone until they are published)",
            null);
      }
    }
  }

  /**
   * Looks for such a protocol in the log, from {@code earliest} on. For tables of which Delta
   * Kernel loads no snapshot: it asks for a version that only the catalog knows, and does not say
   * why.
   */
  public static void refuse(KernelTable table, long earliest) {
    try (CloseableIterator<CommitActions> commits =
        TableManager.loadCommitRange(table.path(), CommitBoundary.atVersion(earliest))
            .build(table.engine())
            .getCommitActions(table.engine(), CommitParser.ACTIONS)) {
      while (commits.hasNext()) {
        CommitParser parsed = new CommitParser(table.logFiles()).parse(commits.next());
        parsed.protocol().ifPresent(protocol -> refuse(table, protocol));
      }
    } catch (IOException e) {
      throw TableErrors.storage(table, "reading the log", new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw KernelFailures.translate(table, "reading the log", e);
    }
  }
}
