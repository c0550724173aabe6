package io.deltacdf.connect.offset;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;

/** The failures of this package that users see. */
final class OffsetErrors {
  private OffsetErrors() {}

  /**
   * The offset cannot be used.
   *
   * @param reason a sentence without its full stop
   */
  static DeltaCdfException invalid(String table, String reason) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        ("The offset of table '%s' is invalid. %s. Stop the connector, and either set an offset"
                + " such as {\"version\": 41}, which continues with version 42, or delete the"
                + " offset to start the table from the beginning.")
            .formatted(table, reason),
        null);
  }
}
