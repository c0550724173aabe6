package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.io.IOException;
import java.util.stream.IntStream;

/**
 * Writes rows of one schema as JSON objects: all columns in the table's order, with partition
 * columns and nulls. The values have the forms of {@link JsonValues}. Not thread-safe.
 */
final class JsonRows {
  private static final SerializedString CHANGE_TYPE = new SerializedString("_change_type");
  private static final SerializedString COMMIT_VERSION = new SerializedString("_commit_version");
  private static final SerializedString COMMIT_TIMESTAMP =
      new SerializedString("_commit_timestamp");
  private static final long MICROS_PER_MILLI = 1000;

  private final TableSchema schema;
  private final JsonValues values = new JsonValues();
  private final SerializedString[] names;
  private final JsonValueWriter[] writers;
  private final BoundColumns bound;

  JsonRows(TableSchema schema) {
    this.schema = schema;
    this.names = JsonValues.names(schema.fields());
    this.writers = values.writers(schema.fields());
    this.bound = BoundColumns.first(schema.size());
  }

  TableSchema schema() {
    return schema;
  }

  /** Returns the ordinals of all columns, which a batch must contain. */
  int[] ordinals() {
    return IntStream.range(0, schema.size()).toArray();
  }

  /**
   * Writes the selected rows of a batch, each on a line of its own.
   *
   * @return the number of rows written
   */
  long writeRows(JsonGenerator json, ColumnBatch batch) throws IOException {
    long written = 0;
    int size = batch.size();
    for (int row = 0; row < size; row++) {
      if (batch.isSelected(row)) {
        startRow(json, batch, row);
        endRow(json);
        written++;
      }
    }
    return written;
  }

  /**
   * Writes the selected rows of a batch, each with {@code _change_type}, {@code _commit_version}
   * and {@code _commit_timestamp}.
   *
   * @param timestamp the commit's timestamp in milliseconds since the epoch
   * @return the number of rows written
   */
  long writeChanges(JsonGenerator json, ColumnBatch batch, long version, long timestamp)
      throws IOException {
    long written = 0;
    int size = batch.size();
    for (int row = 0; row < size; row++) {
      if (batch.isSelected(row)) {
        writeChange(json, batch, row, batch.changeType(row), version, timestamp);
        written++;
      }
    }
    return written;
  }

  /**
   * Writes one row as {@link #writeChanges} does, but with the given change type.
   *
   * @param timestamp the commit's timestamp in milliseconds since the epoch
   */
  void writeChange(
      JsonGenerator json, ColumnBatch batch, int row, ChangeType type, long version, long timestamp)
      throws IOException {
    startRow(json, batch, row);
    json.writeFieldName(CHANGE_TYPE);
    json.writeString(type.text());
    json.writeFieldName(COMMIT_VERSION);
    json.writeNumber(version);
    json.writeFieldName(COMMIT_TIMESTAMP);
    values.writeTimestamp(json, timestamp * MICROS_PER_MILLI);
    endRow(json);
  }

  private void startRow(JsonGenerator json, ColumnBatch batch, int row) throws IOException {
    Column[] columns = bound.of(batch);
    json.writeStartObject();
    for (int i = 0; i < columns.length; i++) {
      json.writeFieldName(names[i]);
      writers[i].writeOrNull(json, columns[i], row);
    }
  }

  private static void endRow(JsonGenerator json) throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
