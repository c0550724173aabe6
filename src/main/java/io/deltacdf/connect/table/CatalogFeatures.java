package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Protocol;
import java.util.List;

/**
 * Rejects tables whose newest commits are recorded in a catalog only, unless they were found in
 * their catalog.
 */
public final class CatalogFeatures {
  private static final List<String> NAMES =
      List.of("catalogManaged", "catalogOwned", "catalogOwned-preview");

  private CatalogFeatures() {}

  /** Fails with UNSUPPORTED_FEATURE if the protocol lists such a feature. */
  public static void reject(TableLocation table, Protocol protocol) {
    for (String feature : NAMES) {
      if (table.catalogTableId().isEmpty()
          && protocol.getReaderAndWriterFeatures().contains(feature)) {
        throw TableErrors.unsupportedFeature(
            table,
            "the feature "
                + feature
                + " (only the catalog knows a commit until the commit is published; set the path to"
                + " uc://catalog.schema.table to read the table through its catalog)",
            null);
      }
    }
  }
}
