package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.record.value.FirstValues;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.NullableConverter;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.record.value.RequiredNulls;
import io.deltacdf.connect.record.value.RowStruct;
import io.deltacdf.connect.record.value.Temporals;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows of one table schema to structs: the published columns, then the metadata columns.
 * With {@code record.format=row} they are the values of the records. Not thread-safe.
 */
final class RowMapper implements ValueMapper {
  private static final int NONE = -1;

  private final Schema schema;
  private final int fieldCount;
  private final BoundColumns bound;
  private final NullableConverter[] converters;
  private final FirstValues firstValues;

  /** The indexes of the fields of metadata columns; {@link #NONE} if one is not published. */
  private final int changeType;

  private final int commitVersion;
  private final int commitTimestamp;
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
    this.fieldCount = schema.fields().size();
    this.firstValues = new FirstValues(schema);
    this.converters = new NullableConverter[published.size()];
    ValueConverters factory = new ValueConverters(records, nulls);
    for (int i = 0; i < converters.length; i++) {
      io.deltacdf.connect.table.column.Field column = published.fields().get(i);
      converters[i] =
          factory.nullable(
              column.type(), column.nullable(), schema.fields().get(i).schema(), column.name());
    }
    this.changeType = metadataField(ValueSchemas.CHANGE_TYPE, records);
    this.commitVersion = metadataField(ValueSchemas.COMMIT_VERSION, records);
    this.commitTimestamp = metadataField(ValueSchemas.COMMIT_TIMESTAMP, records);
    this.timePrecision = records.timePrecision();
  }

  /**
   * Returns the index of the field of a metadata column, or {@link #NONE} if it is not published. A
   * field with its name may then be a column of the table whose name was adjusted.
   */
  private int metadataField(String name, RecordConfig records) {
    return records.metadataColumns().contains(name) ? schema.field(name).index() : NONE;
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
  public RowStruct valueOf(Change change, RecordSize size) {
    return structAt(change.keyBatch(), change.keyRow(), change.operation(), size);
  }

  /**
   * Converts a row.
   *
   * @throws NullInRequiredColumnException if the row has no value where its schema requires one
   */
  RowStruct structAt(ColumnBatch batch, int row, Operation operation, RecordSize size) {
    Column[] columns = bound.of(batch);
    @Nullable Object[] values = new @Nullable Object[fieldCount];
    size.addFields(converters.length + 1);
    for (int i = 0; i < converters.length; i++) {
      values[i] = converters[i].convert(columns[i], row, size);
    }
    if (changeType != NONE) {
      values[changeType] = ChangeTypes.text(operation);
    }
    if (commitVersion != NONE) {
      values[commitVersion] = version;
    }
    if (commitTimestamp != NONE) {
      values[commitTimestamp] = timestamp;
    }
    firstValues.check(values);
    return new RowStruct(schema, values);
  }
}
