package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;

/** The errors of this package that users see. */
final class ValidationErrors {
  private ValidationErrors() {}

  static DeltaCdfException changeFeedIsOff(TableConfig table) {
    return DeltaCdfException.permanent(
        ErrorCode.CHANGE_FEED_OFF,
        ("The change data feed of table '%s' (%s) is off, but 'change.feed=require' takes changes"
                + " only from there. Set 'change.feed=auto' to derive changes from the files of the"
                + " table, enable the feed (ALTER TABLE … SET TBLPROPERTIES"
                + " (delta.enableChangeDataFeed = true)), or set 'snapshot.mode=initial_only' to"
                + " publish a snapshot only.")
            .formatted(table.name(), table.path()),
        null);
  }
}
