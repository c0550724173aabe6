package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.record.body.RowBodies;
import io.deltacdf.connect.record.body.RowWriter;
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
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
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
  private final RecordConfig records;
  private final TableSchema published;
  private final RowBodies bodies;

  /** Writes the columns to the buffer of the bodies; null until a body is wanted. */
  private @Nullable RowWriter writer;

  /** The bytes of the metadata columns, by the ordinals of the operations; null if not known. */
  private final byte[] @Nullable [] metadata = new byte[Operation.values().length][];

  private @Nullable Object version;
  private @Nullable Object timestamp;

  /**
   * @param published the columns that are published
   * @param ordinals their ordinals in the table's schema
   * @param schema the schema that {@link ValueSchemas} made for them
   * @param nulls is told of nulls that the table does not allow; null if nobody is to be told
   * @param bodies the bodies of the table's records
   */
  RowMapper(
      TableSchema published,
      int[] ordinals,
      Schema schema,
      RecordConfig records,
      @Nullable RequiredNulls nulls,
      RowBodies bodies) {
    this.nulls = nulls;
    this.records = records;
    this.published = published;
    this.bodies = bodies;
    this.schema = schema;
    this.bound = new BoundColumns(ordinals);
    this.fieldCount = schema.fields().size();
    this.firstValues = new FirstValues(schema);
    this.converters = new NullableConverter[published.size()];
    ValueConverters factory = new ValueConverters(records, nulls);
    for (int i = 0; i < converters.length; i++) {
      Field column = published.fields().get(i);
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
    Arrays.fill(metadata, null);
    timestamp = Temporals.timestampValue(context.timestamp(), timePrecision);
  }

  @Override
  public Struct valueOf(Change change, @Nullable Struct transaction, RecordSize size) {
    ColumnBatch batch = change.keyBatch();
    if (!bodies.areWanted() || !canWrite()) {
      return bodies.of(schema, valuesAt(batch, change.keyRow(), change.operation(), size));
    }
    bodies.start();
    write(batch, change.keyRow(), change.operation());
    return bodies.finish(schema, size);
  }

  /**
   * Returns whether rows can be written as bodies. If not, the converter, which cannot write them
   * either, says why.
   */
  boolean canWrite() {
    if (writer == null) {
      try {
        writer =
            new RowWriter(
                bodies.buffer(),
                published.fields().stream().map(Field::type).toList(),
                schema,
                converters,
                records.floatHandling() == RecordConfig.FloatHandling.PASS);
      } catch (DataException e) {
        bodies.refuse();
      }
    }
    return writer != null;
  }

  /**
   * Writes a row to the buffer of the bodies, if {@link #canWrite}.
   *
   * @throws NullInRequiredColumnException if the row has no value where its schema requires one;
   *     some of its bytes may be written then
   */
  void write(ColumnBatch batch, int row, Operation operation) {
    Objects.requireNonNull(writer).write(bound.of(batch), row);
    if (fieldCount > converters.length) {
      byte[] more = metadata[operation.ordinal()];
      if (more == null) {
        more = metadata(operation);
        metadata[operation.ordinal()] = more;
      }
      bodies.buffer().writeRaw(more, 0, more.length);
    }
  }

  private byte[] metadata(Operation operation) {
    @Nullable Object[] values = new @Nullable Object[fieldCount];
    addMetadata(values, operation);
    return RowWriter.encode(schema, values, converters.length);
  }

  /**
   * Converts a row.
   *
   * @throws NullInRequiredColumnException if the row has no value where its schema requires one
   */
  RowStruct structAt(ColumnBatch batch, int row, Operation operation, RecordSize size) {
    return new RowStruct(schema, valuesAt(batch, row, operation, size));
  }

  private @Nullable Object[] valuesAt(
      ColumnBatch batch, int row, Operation operation, RecordSize size) {
    Column[] columns = bound.of(batch);
    @Nullable Object[] values = new @Nullable Object[fieldCount];
    size.addFields(converters.length + 1);
    for (int i = 0; i < converters.length; i++) {
      values[i] = converters[i].convert(columns[i], row, size);
    }
    addMetadata(values, operation);
    firstValues.check(values);
    return values;
  }

  private void addMetadata(@Nullable Object[] values, Operation operation) {
    if (changeType != NONE) {
      values[changeType] = ChangeTypes.text(operation);
    }
    if (commitVersion != NONE) {
      values[commitVersion] = version;
    }
    if (commitTimestamp != NONE) {
      values[commitTimestamp] = timestamp;
    }
  }
}
