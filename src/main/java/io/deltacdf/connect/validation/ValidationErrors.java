package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.option.Suggestions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

  static DeltaCdfException unknownKeyColumns(
      TableConfig table, long version, Set<String> unknown, TableSchema schema) {
    List<String> columns = schema.fields().stream().map(Field::name).toList();
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("No version of table '%s' (%s) that can be read has the key columns %s.%s The columns of"
                + " version %d are: %s. Configure some of them in 'tables.%s.key'. If a column was"
                + " renamed, use the name that it has in this version.")
            .formatted(
                table.name(),
                table.path(),
                unknown,
                unknown.stream()
                    .map(name -> Suggestions.didYouMean(name, columns))
                    .collect(Collectors.joining()),
                version,
                String.join(", ", columns),
                table.name()),
        null);
  }
}
