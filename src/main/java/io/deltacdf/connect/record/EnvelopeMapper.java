package io.deltacdf.connect.record;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.value.ConnectEncoder;
import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.record.body.RowBodies;
import io.deltacdf.connect.record.body.RowWriter;
import io.deltacdf.connect.record.value.FirstValues;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.row.RowConversion;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
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
  private static final int NULL_BRANCH = 0;
  private static final int VALUE_BRANCH = 1;
  private static final int SOURCE_BYTES = 256;
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
  private final int transactionField;
  private final RowBodies bodies;
  private final Map<Struct, byte[]> encodedSources = new IdentityHashMap<>();
  private @Nullable ConnectEncoder transactionEncoder;
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
   * @param bodies the bodies of the table's records, to whose buffer the row mappers write
   */
  EnvelopeMapper(
      EnvelopeSource source,
      TableSchema tableSchema,
      Schema schema,
      RowMapper before,
      RowMapper convertedBefore,
      RowMapper after,
      RowBodies bodies) {
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
    this.transactionField = schema.field(EnvelopeSchemas.TRANSACTION).index();
    this.bodies = bodies;
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
    encodedSources.clear();
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
  public Struct valueOf(Change change, @Nullable Struct transaction, RecordSize size) {
    if (bodies.areWanted() && before.canWrite() && convertedBefore.canWrite() && after.canWrite()) {
      bodies.start();
      write(change, transaction, bodies.buffer());
      return bodies.finish(schema, size);
    }
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
    values[sourceField] = nextSource();
    values[operationField] = code(change.operation());
    Instant now = Instant.now();
    values[tsMsField] = now.toEpochMilli();
    values[tsUsField] = micros(now);
    values[tsNsField] = nanos(now);
    values[transactionField] = transaction;
    firstValues.check(values);
    return bodies.of(schema, values);
  }

  /** Writes the fields in their order. */
  private void write(Change change, @Nullable Struct transaction, AvroBuffer out) {
    writeBefore(change, out);
    ColumnBatch afterBatch = change.after();
    if (afterBatch == null) {
      out.writeBranch(NULL_BRANCH);
    } else {
      out.writeBranch(VALUE_BRANCH);
      after.write(afterBatch, change.afterRow(), change.operation());
    }
    byte[] encodedSource =
        encodedSources.computeIfAbsent(
            nextSource(),
            value -> {
              AvroBuffer bytes = new AvroBuffer(SOURCE_BYTES);
              RowWriter.encoder(value.schema()).encode(value, bytes);
              return bytes.toByteArray();
            });
    out.writeRaw(encodedSource, 0, encodedSource.length);
    out.writeString(code(change.operation()));
    Instant now = Instant.now();
    out.writeBranch(VALUE_BRANCH);
    out.writeLong(now.toEpochMilli());
    out.writeBranch(VALUE_BRANCH);
    out.writeLong(micros(now));
    out.writeBranch(VALUE_BRANCH);
    out.writeLong(nanos(now));
    if (transaction == null) {
      out.writeBranch(NULL_BRANCH);
    } else {
      if (transactionEncoder == null) {
        transactionEncoder = RowWriter.encoder(transaction.schema());
      }
      transactionEncoder.encode(transaction, out);
    }
  }

  private void writeBefore(Change change, AvroBuffer out) {
    ColumnBatch batch = change.before();
    if (batch == null) {
      out.writeBranch(NULL_BRANCH);
      return;
    }
    int start = out.size();
    out.writeBranch(VALUE_BRANCH);
    if (batch.schema().equals(tableSchema)) {
      before.write(batch, change.beforeRow(), change.operation());
      return;
    }
    try {
      convertedBefore.write(convert(batch), change.beforeRow(), change.operation());
    } catch (NullInRequiredColumnException e) {
      out.truncate(start);
      out.writeBranch(NULL_BRANCH);
    }
  }

  private Struct nextSource() {
    Struct next = Objects.requireNonNull(nextSource);
    nextSource = sourceOfVersion;
    return next;
  }

  private static long micros(Instant now) {
    return now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
  }

  private static long nanos(Instant now) {
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
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
