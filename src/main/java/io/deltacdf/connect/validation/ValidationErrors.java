package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;

/** The failures of this package that users see. */
final class ValidationErrors {
  private ValidationErrors() {}

  static DeltaCdfException changeFeedIsOff(TableConfig table) {
    return DeltaCdfException.permanent(
        ErrorCode.CHANGE_FEED_OFF,
        ("The change data feed of table '%s' (%s) is off, and 'change.feed=require' takes changes"
             + " from it alone. Set 'change.feed=auto' to derive them from the table's files, turn"
             + " the feed on (ALTER TABLE … SET TBLPROPERTIES (delta.enableChangeDataFeed = true)),"
             + " or set 'snapshot.mode=initial_only' to publish a snapshot alone.")
            .formatted(table.name(), table.path()),
        null);
  }
}
