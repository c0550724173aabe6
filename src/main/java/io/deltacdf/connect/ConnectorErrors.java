package io.deltacdf.connect;

import io.deltacdf.connect.config.option.Suggestions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import java.util.List;
import java.util.Map;

/** The errors that users see when they alter the offsets of a connector. */
final class ConnectorErrors {
  private ConnectorErrors() {}

  static DeltaCdfException partition(Map<String, ?> partition) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        "The partition "
            + partition
            + " does not belong to this connector. A partition has the form"
            + " {\"table\": \"<name>\"} with a name from 'tables'. The offset of any other"
            + " partition can only be reset.",
        null);
  }

  static DeltaCdfException table(String table, List<String> tables) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        "The partition {\"table\": \""
            + table
            + "\"} names a table that is not in 'tables' ("
            + String.join(", ", tables)
            + ")."
            + Suggestions.didYouMean(table, tables)
            + " The offset of this partition can only be reset.",
        null);
  }

  static DeltaCdfException snapshotRequested(String table, long version, String request) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        ("The offset of table '%s' cannot be set to version %d while 'tables.%s.snapshot.request'"
                + " is '%s'. The new offset does not say that this request is fulfilled, so the"
                + " connector would publish a whole snapshot of version %d instead of continuing"
                + " with the changes after it. Remove the option and set the offset again, or add"
                + " \"snapshot_request\": \"%s\" to the offset if the snapshot is published"
                + " already.")
            .formatted(table, version, table, request, version, request),
        null);
  }
}
