package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.io.IOException;
import java.util.stream.IntStream;

/**
 * Writes rows of one schema as JSON objects: the columns in the table's order, partition columns
 * included, nulls shown. The forms of the values are those of {@link JsonValues}. Not thread-safe.
 */
final class JsonRows {
  private static final SerializedString CHANGE_TYPE = new SerializedString("_change_type");
  private static final SerializedString COMMIT_VERSION = new SerializedString("_commit_version");
  private static final SerializedString COMMIT_TIMESTAMP =
      new SerializedString("_commit_timestamp");

  private final TableSchema schema;
  private final JsonValues values = new JsonValues();
  private final SerializedString[] names;
  private final JsonValueWriter[] writers;
  private final Column[] columns;
  private ColumnBatch bound;

  JsonRows(TableSchema schema) {
    this.schema = schema;
    this.names = JsonValues.names(schema.fields());
    this.writers = values.writers(schema.fields());
    this.columns = new Column[schema.size()];
  }

  TableSchema schema() {
    return schema;
  }

  /** The ordinals of all columns: what a batch must have. */
  int[] ordinals() {
    return IntStream.range(0, schema.size()).toArray();
  }

  /**
   * Writes the selected rows of a batch, each on a line of its own.
   *
   * @return how many
   */
  long writeRows(JsonGenerator json, ColumnBatch batch) throws IOException {
    return write(json, batch, null);
  }

  /**
   * The same, each row followed by {@code _change_type}, {@code _commit_version} and {@code
   * _commit_timestamp}.
   *
   * @param timestamp the commit's timestamp in milliseconds since the epoch
   */
  long writeChanges(JsonGenerator json, ColumnBatch batch, long version, long timestamp)
      throws IOException {
    return write(json, batch, new CommitStamp(version, timestamp * 1000));
  }

  /**
   * Writes one row as {@link #writeChanges} does.
   *
   * @param type what happened to it, whatever the batch says
   */
  void writeChange(
      JsonGenerator json, ColumnBatch batch, int row, ChangeType type, long version, long timestamp)
      throws IOException {
    bind(batch);
    write(json, row, type, new CommitStamp(version, timestamp * 1000));
  }

  private record CommitStamp(long version, long timestampMicros) {}

  private void bind(ColumnBatch batch) {
    if (batch != bound) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(i);
      }
      bound = batch;
    }
  }

  private long write(JsonGenerator json, ColumnBatch batch, CommitStamp commit) throws IOException {
    bind(batch);
    long written = 0;
    int size = batch.size();
    for (int row = 0; row < size; row++) {
      if (batch.isSelected(row)) {
        write(json, row, commit == null ? null : batch.changeType(row), commit);
        written++;
      }
    }
    return written;
  }

  /** Writes a row of the batch that is bound. */
  private void write(JsonGenerator json, int row, ChangeType type, CommitStamp commit)
      throws IOException {
    json.writeStartObject();
    for (int i = 0; i < columns.length; i++) {
      json.writeFieldName(names[i]);
      writers[i].writeOrNull(json, columns[i], row);
    }
    if (commit != null) {
      json.writeFieldName(CHANGE_TYPE);
      json.writeString(type.text());
      json.writeFieldName(COMMIT_VERSION);
      json.writeNumber(commit.version());
      json.writeFieldName(COMMIT_TIMESTAMP);
      values.writeTimestamp(json, commit.timestampMicros());
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
