package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.change.KeyResolver;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.NullKeyHandling;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.UnsafeSchemaChange;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the source records of one table's changes, version by version. All records of one schema
 * share one Connect schema, also across versions that do not change it.
 *
 * <p>Each record carries the offset from which the table goes on right behind it; where a change
 * makes two, the first carries the place in front of the change. Whoever knows that a record is a
 * version's last gives it {@link #finished} by {@link RecordOffsets#withOffset}.
 *
 * <p>A delete of a table without a key is always a row, or an event, whatever {@code
 * delete.tombstone.handling.mode} and {@code tombstones.on.delete} say of tombstones: there is no
 * key for one to stand for.
 *
 * <p>Not thread-safe. Failures are {@link io.deltacdf.connect.error.DeltaCdfException}s.
 */
public final class RecordFactory {
  private static final Logger LOG = LoggerFactory.getLogger(RecordFactory.class);

  /** A record, its list of headers and its offset, in bytes. */
  private static final int RECORD_BYTES = 360;

  private final TableConfig table;
  private final RecordConfig records;
  private final Map<String, String> sourcePartition;
  private final DeleteHandling deleteHandling;
  private final PublishedColumns publishedColumns;
  private final KeyResolver keyResolver;
  private final ValueSchemas valueSchemas;
  private final KeyWriters keyWriters;
  private final RecordSize size = new RecordSize();

  private VersionContext version;
  private RecordMapper before;
  private RecordMapper after;
  private RecordHeaders headers;
  private Map<String, Object> sharedOffset;
  private Long timestamp;
  private Optional<String> request = Optional.empty();
  private boolean resumed;
  private boolean skippedInVersion;
  private long skipped;

  public RecordFactory(TableConfig table, RecordConfig records) {
    this.table = table;
    this.records = records;
    this.sourcePartition = SourceOffsetCodec.sourcePartition(table.name());
    this.deleteHandling = deleteHandling(table, records);
    this.publishedColumns = new PublishedColumns(table);
    this.keyResolver = new KeyResolver(table.name(), table.key());
    this.valueSchemas = new ValueSchemas(table.name(), records);
    this.keyWriters = new KeyWriters(table.name(), records, valueSchemas);
  }

  private static DeleteHandling deleteHandling(TableConfig table, RecordConfig records) {
    if (table.skippedOperations().deletes()) {
      return DeleteHandling.DROP;
    }
    return table.key().isEmpty() && records.deleteHandling() != DeleteHandling.DROP
        ? DeleteHandling.REWRITE
        : records.deleteHandling();
  }

  /**
   * Checks that a table can be published as configured.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID or COLUMN_UNSUPPORTED
   */
  public static void check(
      TableConfig table, RecordConfig records, TableSchema schema, long version) {
    new RecordFactory(table, records).recordsOf(schema, version);
  }

  /** Tells that records were published before, up to an offset that was stored. */
  public void resume(SourceOffset stored) {
    resumed = true;
    stored.keyIdentity().ifPresent(keyResolver::resume);
    request = stored.snapshotRequest();
  }

  /**
   * Takes up a {@code snapshot.request}: the offsets of all versions that are started from now on
   * say so.
   */
  public void takeUp(String newRequest) {
    request = Optional.of(newRequest);
  }

  /** The offset at which the version started is done. */
  public SourceOffset finished() {
    return RecordOffsets.completed(version, after.keyIdentity(), request);
  }

  /**
   * Whether records of deletes or updates hold the whole row before them; otherwise only the key
   * columns of old rows need be read.
   */
  public boolean needsWholeOldRows() {
    return deleteHandling == DeleteHandling.REWRITE
        || deleteHandling == DeleteHandling.REWRITE_WITH_TOMBSTONE
        || needsRowsBefore();
  }

  /** Whether records of updates hold the row before them. */
  public boolean needsRowsBefore() {
    return records.envelope() && !table.skippedOperations().updates();
  }

  /**
   * The ordinals of the columns that records are made of, those of the key included.
   *
   * @throws IllegalStateException where the version has another schema
   */
  public int[] columns(TableSchema schema) {
    return recordsFor(schema).read().clone();
  }

  /**
   * The key columns in a schema of the version started; empty for a table without a key.
   *
   * @throws IllegalStateException where the version has another schema
   */
  public KeyColumns keyColumns(TableSchema schema) {
    return recordsFor(schema).key();
  }

  /** The rows left out so far because a key column was null ({@code null.key.handling=skip}). */
  public long skippedNullKeys() {
    return skipped;
  }

  /**
   * Turns to the changes of a version, or of a snapshot.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID or COLUMN_UNSUPPORTED where one
   *     of the version's schemas cannot be published, or a column list fits only one of a column's
   *     names; UNSAFE_SCHEMA_CHANGE
   */
  public void startVersion(VersionContext version) {
    this.version = version;
    RecordMapper last = after;
    before = recordsOf(version.before().schema(), version.version());
    after = recordsOf(version.after().schema(), version.version());
    TableSchema former = (last == null ? before : last).schema();
    if (!former.equals(after.schema())) {
      publishedColumns.refuseRenames(former, after.schema(), version.version());
    }
    if (last != null || resumed) {
      refuseUnsafeChanges(last == null ? before : last);
    }
    before.values().startVersion(version);
    after.values().startVersion(version);
    headers = new RecordHeaders(table.name(), version);
    sharedOffset = RecordOffsets.shared(version, before.keyIdentity(), request);
    timestamp = records.timestamp() == RecordTimestamp.COMMIT ? version.timestamp() : null;
    skippedInVersion = false;
  }

  /** What is published first is no change to anybody: the first version has none. */
  private void refuseUnsafeChanges(RecordMapper last) {
    if (last.published().equals(after.published())) {
      return;
    }
    List<TypeChange> changes = UnsafeSchemaChanges.between(last, after);
    if (changes.isEmpty()) {
      return;
    }
    if (table.unsafeSchemaChange() == UnsafeSchemaChange.FAIL) {
      throw RecordErrors.unsafeSchemaChange(table, version.version(), changes);
    }
    LOG.warn(
        "Version {} of table '{}' changes the type of {}: consumers may misread it"
            + " (unsafe.schema.change=publish).",
        version.version(),
        table.name(),
        RecordErrors.list(changes));
  }

  private RecordMapper recordsOf(TableSchema schema, long version) {
    if (after != null && after.schema().equals(schema)) {
      return after;
    } else if (before != null && before.schema().equals(schema)) {
      return before;
    }
    int[] columns = publishedColumns.in(schema, version);
    TableSchema published = schema.select(columns);
    Schema value = shared(valueSchemas.valueSchema(published));
    KeyColumns key = keyResolver.resolve(schema, version);
    return new RecordMapper(
        schema,
        published,
        IntStream.concat(Arrays.stream(columns), Arrays.stream(key.toArray()))
            .distinct()
            .sorted()
            .toArray(),
        key,
        keyResolver.identity(schema, key),
        keyWriters.writer(schema, key, version),
        valueWriter(schema, published, columns, value));
  }

  private ValueWriter valueWriter(
      TableSchema schema, TableSchema published, int[] columns, Schema value) {
    if (!records.envelope()) {
      return new RowWriter(published, columns, value, records);
    }
    Schema row = value.field(EnvelopeSchemas.AFTER).schema();
    return new EnvelopeWriter(
        new EnvelopeSource(table.name(), records.topicPrefix()),
        schema,
        value,
        new RowWriter(published, columns, row, records),
        new RowWriter(published, columns, row, records));
  }

  /** The instance that records have already where it is equal: converters cache by identity. */
  private Schema shared(Schema schema) {
    if (after != null && after.values().schema().equals(schema)) {
      return after.values().schema();
    } else if (before != null && before.values().schema().equals(schema)) {
      return before.values().schema();
    }
    return schema;
  }

  /**
   * Makes the records of a change, and hands them on.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_NULL, or CORRUPT_TABLE where a column
   *     is null that must not be
   * @throws InterruptedException when the feed is stopped
   */
  public void append(Change change, RecordSink sink) throws InterruptedException {
    Operation operation = change.operation();
    if (isSkipped(operation)) {
      return;
    }
    boolean delete = operation == Operation.DELETE;
    RecordMapper rows = recordsFor(change.keyBatch().schema());
    size.reset(RECORD_BYTES);
    Object key = rows.keys().keyAt(change.keyBatch(), change.keyRow(), size);
    if (key == null && rows.keys().hasKey()) {
      refuseOrSkip(change, rows);
      return;
    }
    Position position = change.position();
    if (!delete || deleteHandling == DeleteHandling.REWRITE) {
      emit(rows, key, valueOf(change, rows), position, operation, sink);
      return;
    }
    if (deleteHandling == DeleteHandling.REWRITE_WITH_TOMBSTONE) {
      emit(rows, key, valueOf(change, rows), position.previous(), operation, sink);
      size.reset(RECORD_BYTES);
    }
    emit(rows, key, null, position, operation, sink);
  }

  private boolean isSkipped(Operation operation) {
    return switch (operation) {
      case CREATE -> table.skippedOperations().creates();
      case UPDATE, PREIMAGE -> table.skippedOperations().updates();
      case DELETE -> deleteHandling == DeleteHandling.DROP;
      case READ -> false;
    };
  }

  private RecordMapper recordsFor(TableSchema schema) {
    if (schema.equals(after.schema())) {
      return after;
    } else if (schema.equals(before.schema())) {
      return before;
    }
    throw new IllegalStateException(
        "Rows of table "
            + table.name()
            + " have a schema that version "
            + version.version()
            + " has not: "
            + schema);
  }

  private void refuseOrSkip(Change change, RecordMapper rows) {
    String column = rows.keys().nullColumn(change.keyBatch(), change.keyRow());
    if (records.nullKeyHandling() == NullKeyHandling.FAIL) {
      throw RecordErrors.keyNull(table.name(), version.version(), column, change.position().file());
    }
    if (!skippedInVersion) {
      skippedInVersion = true;
      LOG.warn(
          "Version {} of table '{}' has rows without a value in key column '{}'; they are not"
              + " published (null.key.handling=skip).",
          version.version(),
          table.name(),
          column);
    }
    skipped++;
  }

  private Struct valueOf(Change change, RecordMapper rows) {
    try {
      return rows.values().valueOf(change, size);
    } catch (NullInRequiredColumnException e) {
      throw RecordErrors.nullInRequired(
          table.name(), version.version(), e.column(), change.position().file());
    }
  }

  private void emit(
      RecordMapper rows,
      Object key,
      Struct value,
      Position position,
      Operation operation,
      RecordSink sink)
      throws InterruptedException {
    sink.accept(
        new SourceRecord(
            sourcePartition,
            SourceOffsetCodec.withPosition(sharedOffset, position),
            table.topic(),
            null,
            rows.keys().schema(),
            key,
            value == null ? null : rows.values().schema(),
            value,
            timestamp,
            headers.of(operation)),
        size.get());
  }
}
