package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** Creates the keys of rows of one table schema. Created by {@link KeyMappers}; not thread-safe. */
final class KeyMapper {
  private final TableSchema table;
  private final int[] ordinals;
  private final BoundColumns bound;
  private final @Nullable Schema schema;
  private final @Nullable KeyEncoder encoder;

  /**
   * @param schema the schema of the keys; null for a table without a key
   * @param encoder encodes the key columns; null for a table without a key
   */
  KeyMapper(
      TableSchema table, KeyColumns key, @Nullable Schema schema, @Nullable KeyEncoder encoder) {
    this.table = table;
    this.ordinals = key.toArray();
    this.bound = new BoundColumns(ordinals);
    this.schema = schema;
    this.encoder = encoder;
  }

  /** Returns the schema of the keys; null for a table without a key. */
  @Nullable Schema schema() {
    return schema;
  }

  boolean hasKey() {
    return encoder != null;
  }

  /** Returns the key of a row; null if a key column is null or the table has no key. */
  @Nullable Object keyAt(ColumnBatch batch, int row, RecordSize size) {
    if (encoder == null) {
      return null;
    }
    Column[] columns = bound.of(batch);
    return nullIndex(columns, row) < 0 ? encoder.encode(columns, row, size) : null;
  }

  /** Returns the name of the first key column that is null in the row. */
  String nullColumn(ColumnBatch batch, int row) {
    return table.fields().get(ordinals[nullIndex(bound.of(batch), row)]).name();
  }

  private static int nullIndex(Column[] columns, int row) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNullAt(row)) {
        return i;
      }
    }
    return -1;
  }
}
