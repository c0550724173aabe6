package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.record.value.FirstValues;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.record.value.RowStruct;
import io.deltacdf.connect.row.RowConversion;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.time.Instant;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Creates the values of {@code record.format=debezium}: Debezium's envelope around the row before
 * and the row after a change. All records of a version share one {@code source}, but for the first
 * and the last one of a snapshot. Not thread-safe.
 *
 * <p>Both rows of an update have the table schema after the commit. A preimage that was read with
 * another schema is {@linkplain RowConversion converted} to it. It is left out if it has no value
 * in a column that this schema requires.
 */
final class EnvelopeMapper implements ValueMapper {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final EnvelopeSource source;
  private final TableSchema tableSchema;
  private final Schema schema;
  private final FirstValues firstValues;
  private final int beforeField;
  private final int afterField;
  private final int sourceField;
  private final int operationField;
  private final int tsMsField;
  private final int tsUsField;
  private final int tsNsField;
  private final RowMapper before;
  private final RowMapper convertedBefore;
  private final RowMapper after;
  private @Nullable RowConversion conversion;
  private @Nullable ColumnBatch convertedFrom;
  private @Nullable ColumnBatch converted;
  private @Nullable Struct sourceOfVersion;

  /** The source of the next record. */
  private @Nullable Struct nextSource;

  /** The source of the last record of a snapshot; null for a commit. */
  private @Nullable Struct lastSource;

  /**
   * @param tableSchema the table's columns
   * @param schema what {@link EnvelopeSchemas#envelope} made of the schema of the rows
   * @param before converts the rows before changes
   * @param convertedBefore converts the rows before changes that have another schema
   * @param after converts the rows after changes; another instance, since a row mapper is fastest
   *     while its rows come from one batch
   */
  EnvelopeMapper(
      EnvelopeSource source,
      TableSchema tableSchema,
      Schema schema,
      RowMapper before,
      RowMapper convertedBefore,
      RowMapper after) {
    this.source = source;
    this.tableSchema = tableSchema;
    this.schema = schema;
    this.firstValues = new FirstValues(schema);
    this.beforeField = schema.field(EnvelopeSchemas.BEFORE).index();
    this.afterField = schema.field(EnvelopeSchemas.AFTER).index();
    this.sourceField = schema.field(EnvelopeSchemas.SOURCE).index();
    this.operationField = schema.field(EnvelopeSchemas.OPERATION).index();
    this.tsMsField = schema.field(EnvelopeSchemas.TS_MS).index();
    this.tsUsField = schema.field(EnvelopeSchemas.TS_US).index();
    this.tsNsField = schema.field(EnvelopeSchemas.TS_NS).index();
    this.before = before;
    this.convertedBefore = convertedBefore;
    this.after = after;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Schema rowSchema() {
    return after.schema();
  }

  @Override
  public void startVersion(VersionContext version, boolean fromBeginning) {
    boolean snapshot = version.snapshotId().isPresent();
    sourceOfVersion =
        source.of(
            version, snapshot ? EnvelopeSchemas.SNAPSHOT_TRUE : EnvelopeSchemas.SNAPSHOT_FALSE);
    nextSource =
        snapshot && fromBeginning
            ? source.of(version, EnvelopeSchemas.SNAPSHOT_FIRST)
            : sourceOfVersion;
    lastSource = snapshot ? source.of(version, EnvelopeSchemas.SNAPSHOT_LAST) : null;
    after.startVersion(version, fromBeginning);
  }

  @Override
  public void markLast(Struct value) {
    if (lastSource != null) {
      value.put(EnvelopeSchemas.SOURCE, lastSource);
    }
  }

  @Override
  public Struct valueOf(Change change, RecordSize size) {
    // A field that is not set is null.
    @Nullable Object[] values = new @Nullable Object[schema.fields().size()];
    size.addFields(values.length + 1);
    ColumnBatch beforeBatch = change.before();
    if (beforeBatch != null) {
      values[beforeField] = before(beforeBatch, change, size);
    }
    ColumnBatch afterBatch = change.after();
    if (afterBatch != null) {
      values[afterField] = after.structAt(afterBatch, change.afterRow(), change.operation(), size);
    }
    values[sourceField] = nextSource;
    nextSource = sourceOfVersion;
    values[operationField] = code(change.operation());
    Instant now = Instant.now();
    values[tsMsField] = now.toEpochMilli();
    values[tsUsField] = now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    values[tsNsField] = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    firstValues.check(values);
    return new RowStruct(schema, values);
  }

  private @Nullable Struct before(ColumnBatch batch, Change change, RecordSize size) {
    if (batch.schema().equals(tableSchema)) {
      return before.structAt(batch, change.beforeRow(), change.operation(), size);
    }
    try {
      return convertedBefore.structAt(convert(batch), change.beforeRow(), change.operation(), size);
    } catch (NullInRequiredColumnException e) {
      return null;
    }
  }

  private ColumnBatch convert(ColumnBatch batch) {
    if (converted == null || batch != convertedFrom) {
      if (conversion == null || !conversion.from().equals(batch.schema())) {
        conversion = new RowConversion(batch.schema(), tableSchema);
      }
      converted = conversion.of(batch);
      convertedFrom = batch;
    }
    return converted;
  }

  private static String code(Operation operation) {
    return switch (operation) {
      case READ -> "r";
      case CREATE -> "c";
      case UPDATE -> "u";
      case DELETE -> "d";
      case PREIMAGE -> throw new IllegalStateException("A preimage has no envelope of its own");
    };
  }
}
