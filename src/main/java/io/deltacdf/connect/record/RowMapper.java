package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.NullableConverter;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.record.value.RequiredNulls;
import io.deltacdf.connect.record.value.Temporals;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows of one table schema to structs: the published columns, then the metadata columns.
 * With {@code record.format=row} they are the values of the records. Not thread-safe.
 */
final class RowMapper implements ValueMapper {
  private final Schema schema;
  private final Field[] fields;
  private final BoundColumns bound;
  private final NullableConverter[] converters;
  private final @Nullable Field changeType;
  private final @Nullable Field commitVersion;
  private final @Nullable Field commitTimestamp;
  private final RecordConfig.TimePrecision timePrecision;
  private final @Nullable RequiredNulls nulls;
  private @Nullable Object version;
  private @Nullable Object timestamp;

  /**
   * @param published the columns that are published
   * @param ordinals their ordinals in the table's schema
   * @param schema the schema that {@link ValueSchemas} made for them
   * @param nulls is told of nulls that the table does not allow; null if nobody is to be told
   */
  RowMapper(
      TableSchema published,
      int[] ordinals,
      Schema schema,
      RecordConfig records,
      @Nullable RequiredNulls nulls) {
    this.nulls = nulls;
    this.schema = schema;
    this.bound = new BoundColumns(ordinals);
    this.fields = schema.fields().subList(0, published.size()).toArray(Field[]::new);
    this.converters = new NullableConverter[fields.length];
    ValueConverters factory = new ValueConverters(records, nulls);
    for (int i = 0; i < converters.length; i++) {
      io.deltacdf.connect.table.column.Field column = published.fields().get(i);
      converters[i] =
          factory.nullable(column.type(), column.nullable(), fields[i].schema(), column.name());
    }
    this.changeType = metadataField(ValueSchemas.CHANGE_TYPE, records);
    this.commitVersion = metadataField(ValueSchemas.COMMIT_VERSION, records);
    this.commitTimestamp = metadataField(ValueSchemas.COMMIT_TIMESTAMP, records);
    this.timePrecision = records.timePrecision();
  }

  /**
   * Returns the field of a metadata column, or null if it is not published. A field with its name
   * may then be a column of the table whose name was adjusted.
   */
  private @Nullable Field metadataField(String name, RecordConfig records) {
    return records.metadataColumns().contains(name) ? schema.field(name) : null;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Schema rowSchema() {
    return schema;
  }

  /** Sets the values of the metadata columns for the rows that follow. */
  @Override
  public void startVersion(VersionContext context, boolean fromBeginning) {
    version = context.version();
    if (nulls != null) {
      nulls.startVersion(context.version());
    }
    timestamp = Temporals.timestampValue(context.timestamp(), timePrecision);
  }

  @Override
  public Struct valueOf(Change change, RecordSize size) {
    return structAt(change.keyBatch(), change.keyRow(), change.operation(), size);
  }

  /**
   * Converts a row.
   *
   * @throws NullInRequiredColumnException if the row has no value where its schema requires one
   */
  Struct structAt(ColumnBatch batch, int row, Operation operation, RecordSize size) {
    Column[] columns = bound.of(batch);
    Struct struct = new Struct(schema);
    size.addFields(converters.length + 1);
    for (int i = 0; i < converters.length; i++) {
      Object value = converters[i].convert(columns[i], row, size);
      // A field that is not set is null.
      if (value != null) {
        struct.put(fields[i], value);
      }
    }
    if (changeType != null) {
      struct.put(changeType, ChangeTypes.text(operation));
    }
    if (commitVersion != null) {
      struct.put(commitVersion, version);
    }
    if (commitTimestamp != null) {
      struct.put(commitTimestamp, timestamp);
    }
    return struct;
  }
}
