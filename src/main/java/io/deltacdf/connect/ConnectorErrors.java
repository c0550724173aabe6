package io.deltacdf.connect;

import io.deltacdf.connect.config.Suggestions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import java.util.List;
import java.util.Map;

/** The failures that users see when they alter a connector's offsets. */
final class ConnectorErrors {
  private ConnectorErrors() {}

  static DeltaCdfException partition(Map<String, ?> partition) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        "The partition "
            + partition
            + " is none of this connector: it must be {\"table\": \"<name>\"}, with a name from"
            + " 'tables'. It can only be reset.",
        null);
  }

  static DeltaCdfException table(String table, List<String> tables) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        "The partition {\"table\": \""
            + table
            + "\"} names a table that is not in 'tables', which are "
            + String.join(", ", tables)
            + "."
            + Suggestions.didYouMean(table, tables)
            + " It can only be reset.",
        null);
  }
}
