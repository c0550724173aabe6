package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Writes rows of one table schema: the columns, then the metadata columns. They are the values of
 * {@code record.format=row}. Not thread-safe.
 */
final class RowWriter implements ValueWriter {
  private final Schema schema;
  private final Field[] fields;
  private final int[] ordinals;
  private final NullableConverter[] parts;
  private final Column[] columns;
  private final Field changeType;
  private final Field commitVersion;
  private final Field commitTimestamp;
  private final RecordConfig.TimePrecision timePrecision;
  private ColumnBatch bound;
  private Object version;
  private Object timestamp;

  /**
   * @param published the columns that are published
   * @param ordinals their ordinals in the table's schema
   * @param schema what {@link ValueSchemas} made for them
   */
  RowWriter(TableSchema published, int[] ordinals, Schema schema, RecordConfig records) {
    this.schema = schema;
    this.ordinals = ordinals;
    this.fields = schema.fields().subList(0, published.size()).toArray(Field[]::new);
    this.parts = new NullableConverter[fields.length];
    this.columns = new Column[fields.length];
    ValueConverters writers = new ValueConverters(records);
    for (int i = 0; i < parts.length; i++) {
      io.deltacdf.connect.table.column.Field column = published.fields().get(i);
      parts[i] = writers.part(column.type(), fields[i].schema(), column.name());
    }
    this.changeType = schema.field(ValueSchemas.CHANGE_TYPE);
    this.commitVersion = schema.field(ValueSchemas.COMMIT_VERSION);
    this.commitTimestamp = schema.field(ValueSchemas.COMMIT_TIMESTAMP);
    this.timePrecision = records.timePrecision();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Schema rowSchema() {
    return schema;
  }

  /** Sets what the metadata columns say from now on. */
  @Override
  public void startVersion(VersionContext context) {
    version = context.version();
    timestamp = Temporals.timestampValue(context.timestamp(), timePrecision);
  }

  @Override
  public Struct valueOf(Change change, RecordSize size) {
    return valueAt(change.keyBatch(), change.keyRow(), change.operation(), size);
  }

  /**
   * A row.
   *
   * @throws NullInRequiredColumnException where the row lacks what its schema requires
   */
  Struct valueAt(ColumnBatch batch, int row, Operation operation, RecordSize size) {
    if (batch != bound) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(ordinals[i]);
      }
      bound = batch;
    }
    Struct value = new Struct(schema);
    size.addFields(parts.length + 1);
    for (int i = 0; i < parts.length; i++) {
      Object field = parts[i].valueAt(columns[i], row, size);
      // A field not put is null already.
      if (field != null) {
        value.put(fields[i], field);
      }
    }
    if (changeType != null) {
      value.put(changeType, ChangeTypes.text(operation));
    }
    if (commitVersion != null) {
      value.put(commitVersion, version);
    }
    if (commitTimestamp != null) {
      value.put(commitTimestamp, timestamp);
    }
    return value;
  }
}
