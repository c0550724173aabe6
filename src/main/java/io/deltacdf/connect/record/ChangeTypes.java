package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.table.column.ChangeType;

/**
 * The values of {@code _change_type} and of the header {@code delta.change.type}: those of Delta's
 * change data feed, and {@code read} for the rows of a snapshot.
 */
final class ChangeTypes {
  private static final String READ = "read";

  private ChangeTypes() {}

  static String text(Operation operation) {
    return switch (operation) {
      case READ -> READ;
      case CREATE -> ChangeType.INSERT.text();
      case UPDATE -> ChangeType.UPDATE_POSTIMAGE.text();
      case PREIMAGE -> ChangeType.UPDATE_PREIMAGE.text();
      case DELETE -> ChangeType.DELETE.text();
    };
  }
}
