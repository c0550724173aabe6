package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.apache.kafka.connect.data.Schema;

/** Writes the keys of rows of one schema. Made by {@link KeyWriters}; not thread-safe. */
final class KeyWriter {
  private final TableSchema table;
  private final int[] ordinals;
  private final Schema schema;
  private final KeyEncoder encoder;
  private final Column[] columns;
  private ColumnBatch bound;

  /**
   * @param schema the schema of the keys; null for a table without a key, as {@code encoder} is
   */
  KeyWriter(TableSchema table, KeyColumns key, Schema schema, KeyEncoder encoder) {
    this.table = table;
    this.ordinals = key.toArray();
    this.schema = schema;
    this.encoder = encoder;
    this.columns = new Column[ordinals.length];
  }

  /** The schema of the keys; null for a table without a key. */
  Schema schema() {
    return schema;
  }

  boolean hasKey() {
    return schema != null;
  }

  /** The key of a row; null where a key column is null, and for a table without a key. */
  Object keyAt(ColumnBatch batch, int row, RecordSize size) {
    if (schema == null) {
      return null;
    }
    bind(batch);
    return nullIndex(row) < 0 ? encoder.encode(columns, row, size) : null;
  }

  /** The name of the first key column that is null in a row. */
  String nullColumn(ColumnBatch batch, int row) {
    bind(batch);
    return table.fields().get(ordinals[nullIndex(row)]).name();
  }

  private int nullIndex(int row) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNullAt(row)) {
        return i;
      }
    }
    return -1;
  }

  private void bind(ColumnBatch batch) {
    if (batch != bound) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(ordinals[i]);
      }
      bound = batch;
    }
  }
}
