package io.deltacdf.connect.source;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.change.ReadColumns;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.table.column.TableSchema;

/** Selects the columns that the records of the started version need. */
final class TableColumns implements ReadColumns {
  private final RecordFactory records;

  TableColumns(RecordFactory records) {
    this.records = records;
  }

  @Override
  public KeyColumns key(TableSchema schema) {
    return records.keyColumns(schema);
  }

  @Override
  public int[] wholeRows(TableSchema schema) {
    return records.columns(schema);
  }

  @Override
  public int[] deletedRows(TableSchema schema) {
    return records.needsWholePreimages() ? wholeRows(schema) : key(schema).toArray();
  }
}
