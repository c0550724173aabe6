package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.row.RowConversion;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.time.Instant;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Writes the values of {@code record.format=debezium}: the row before and the row after a change in
 * Debezium's envelope. All records of a version share one {@code source}. Not thread-safe.
 *
 * <p>Both rows of an update have the schema after the commit. Where the row before was read with
 * another one it is {@linkplain RowConversion read as one of that}; it is left out where it lacks
 * what that schema requires.
 */
final class EnvelopeWriter implements ValueWriter {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final EnvelopeSource source;
  private final TableSchema tableSchema;
  private final Schema schema;
  private final Field beforeField;
  private final Field afterField;
  private final Field sourceField;
  private final Field operation;
  private final Field tsMs;
  private final Field tsUs;
  private final Field tsNs;
  private final RowWriter rowsBefore;
  private final RowWriter rowsAfter;
  private ColumnBatch formerBatch;
  private RowConversion former;
  private ColumnBatch formerInSchema;
  private Struct sourceOfVersion;

  /**
   * @param tableSchema the table's columns
   * @param schema what {@link EnvelopeSchemas#envelope} made of the schema of their rows
   * @param rowsBefore writes the rows before changes
   * @param rowsAfter writes the rows after them; another one, since a writer is fastest as long as
   *     its rows come from one batch
   */
  EnvelopeWriter(
      EnvelopeSource source,
      TableSchema tableSchema,
      Schema schema,
      RowWriter rowsBefore,
      RowWriter rowsAfter) {
    this.source = source;
    this.tableSchema = tableSchema;
    this.schema = schema;
    this.beforeField = schema.field(EnvelopeSchemas.BEFORE);
    this.afterField = schema.field(EnvelopeSchemas.AFTER);
    this.sourceField = schema.field(EnvelopeSchemas.SOURCE);
    this.operation = schema.field(EnvelopeSchemas.OPERATION);
    this.tsMs = schema.field(EnvelopeSchemas.TS_MS);
    this.tsUs = schema.field(EnvelopeSchemas.TS_US);
    this.tsNs = schema.field(EnvelopeSchemas.TS_NS);
    this.rowsBefore = rowsBefore;
    this.rowsAfter = rowsAfter;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Schema rowSchema() {
    return rowsAfter.schema();
  }

  @Override
  public void startVersion(VersionContext version) {
    sourceOfVersion = source.of(version);
  }

  @Override
  public Struct valueOf(Change change, RecordSize size) {
    Struct value = new Struct(schema);
    size.addFields(schema.fields().size() + 1);
    if (change.before() != null) {
      // A field not put is null already.
      Struct row = rowBefore(change, size);
      if (row != null) {
        value.put(beforeField, row);
      }
    }
    if (change.after() != null) {
      value.put(
          afterField,
          rowsAfter.valueAt(change.after(), change.afterRow(), change.operation(), size));
    }
    value.put(sourceField, sourceOfVersion);
    value.put(operation, code(change.operation()));
    Instant now = Instant.now();
    value.put(tsMs, now.toEpochMilli());
    value.put(tsUs, now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO);
    value.put(tsNs, now.getEpochSecond() * NANOS_PER_SECOND + now.getNano());
    return value;
  }

  private Struct rowBefore(Change change, RecordSize size) {
    ColumnBatch batch = change.before();
    if (batch.schema().equals(tableSchema)) {
      return rowsBefore.valueAt(batch, change.beforeRow(), change.operation(), size);
    }
    try {
      return rowsBefore.valueAt(inSchema(batch), change.beforeRow(), change.operation(), size);
    } catch (NullInRequiredColumnException e) {
      return null;
    }
  }

  private ColumnBatch inSchema(ColumnBatch batch) {
    if (batch != formerBatch) {
      if (former == null || !former.from().equals(batch.schema())) {
        former = new RowConversion(batch.schema(), tableSchema);
      }
      formerInSchema = former.of(batch);
      formerBatch = batch;
    }
    return formerInSchema;
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
