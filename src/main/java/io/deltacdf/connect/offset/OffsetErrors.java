package io.deltacdf.connect.offset;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;

/** The failures of this package that users see. */
final class OffsetErrors {
  private OffsetErrors() {}

  static DeltaCdfException invalid(String table, String why) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        ("The offset of table '%s' cannot be used: %s. Stop the connector and set an offset such as"
             + " {\"version\": 41}, which continues with version 42, or delete the table's offset"
             + " to start again.")
            .formatted(table, why),
        null);
  }
}
