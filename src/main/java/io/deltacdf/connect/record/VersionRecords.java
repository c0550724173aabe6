package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.NullKeyHandling;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import io.deltacdf.connect.record.transaction.CommitMarkers;
import io.deltacdf.connect.record.transaction.CommitTransaction;
import io.deltacdf.connect.record.transaction.TransactionSchemas;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.record.value.SpecialFloatException;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the records of one version of a table, or of a snapshot. Not thread-safe. */
public final class VersionRecords {
  private static final Logger LOG = LoggerFactory.getLogger(VersionRecords.class);

  /** A record, its list of headers and its offset, in bytes. */
  private static final int RECORD_BYTES = 360;

  /** The headers of an event in a transaction, and its progress in the offset, in fields. */
  private static final int TRANSACTION_HEADERS = 8;

  private final TableConfig table;
  private final VersionContext version;
  private final RecordMapper before;
  private final RecordMapper after;
  private final DeleteHandling deleteHandling;
  private final NullKeyHandling nullKeyHandling;
  private final RecordHeaders headers;
  private final Map<String, String> sourcePartition;
  private final Map<String, Object> sharedOffset;
  private final @Nullable Long timestamp;
  private final KeyCounter keys;
  private final KeyCount keysBefore;
  private final Optional<TransactionProgress> noProgress;
  private final @Nullable CommitTransaction transaction;
  private final boolean envelope;
  private final RecordSize size = new RecordSize();
  private long skippedNullKeys;
  private long skippedChanges;

  /**
   * @param fromBeginning whether no change of the version was published before
   * @param deleteHandling how deletes are published for this table
   * @param sourcePartition the table's source partition, which all its records share
   * @param snapshotRequest the {@code snapshot.request} that the offsets of the records carry
   * @param keys counts the published keys; has noted that the version starts
   * @param noProgress what the offsets carry that lie between two commits; empty if commits are not
   *     marked
   * @param transaction the transaction of the version; null if it is not marked
   */
  VersionRecords(
      TableConfig table,
      RecordConfig records,
      DeleteHandling deleteHandling,
      Map<String, String> sourcePartition,
      VersionContext version,
      boolean fromBeginning,
      RecordMappers.OfVersion mappers,
      Optional<String> snapshotRequest,
      KeyCounter keys,
      Optional<TransactionProgress> noProgress,
      @Nullable CommitTransaction transaction) {
    this.noProgress = noProgress;
    this.transaction = transaction;
    this.envelope = records.envelope();
    this.table = table;
    this.keys = keys;
    this.keysBefore = keys.before();
    this.version = version;
    this.before = mappers.before();
    this.after = mappers.after();
    this.deleteHandling = deleteHandling;
    this.nullKeyHandling = records.nullKeyHandling();
    this.headers = new RecordHeaders(table.name(), version, records.headers());
    this.sourcePartition = sourcePartition;
    this.sharedOffset =
        SourceOffsetCodec.write(
            RecordOffsets.inProgress(
                version,
                before.form(),
                snapshotRequest,
                Optional.empty(),
                Optional.empty(),
                noProgress));
    this.timestamp =
        records.timestamp() == RecordTimestamp.COMMIT ? (Long) version.timestamp() : null;
    before.values().startVersion(version, fromBeginning);
    after.values().startVersion(version, fromBeginning);
  }

  /** Returns the offset that says that the version is completed. */
  SourceOffset completed(Optional<String> snapshotRequest) {
    return RecordOffsets.completed(
        version, after.form(), snapshotRequest, keys.completed(), noProgress);
  }

  /** Returns an offset in the version. */
  SourceOffset inProgress(Position position, Optional<String> snapshotRequest) {
    return RecordOffsets.inProgress(
        version,
        before.form(),
        snapshotRequest,
        Optional.of(position),
        keys.now(),
        transaction == null ? noProgress : Optional.of(transaction.progress()));
  }

  /**
   * Returns the record that marks the end of the version; empty if it has none.
   *
   * @param complete false if the version is given up, which needs no end without events
   */
  Optional<SourceRecord> end(SourceOffset offset, boolean complete) {
    return transaction == null || transaction.isEnded() || !(complete || transaction.isBegun())
        ? Optional.empty()
        : Optional.of(transaction.end(SourceOffsetCodec.write(offset), complete));
  }

  /** See {@link RecordFactory#markLast}. */
  void markLast(SourceRecord last) {
    if (last.value() instanceof Struct value && value.schema() == after.values().schema()) {
      after.values().markLast(value);
    }
  }

  /** Returns the mapper of the rows that have the given schema, which the version must have. */
  RecordMapper mapper(TableSchema schema) {
    if (schema.equals(after.schema())) {
      return after;
    } else if (schema.equals(before.schema())) {
      return before;
    }
    throw new IllegalStateException(
        "Rows of version %d of table '%s' have a schema that the version does not have: %s"
            .formatted(version.version(), table.name(), schema));
  }

  /** Returns how many rows were skipped because a key column is null. */
  long skippedNullKeys() {
    return skippedNullKeys;
  }

  /** Returns how many changes were skipped because of their operation. */
  long skippedChanges() {
    return skippedChanges;
  }

  /** See {@link RecordFactory#append}. */
  void append(Change change, RecordSink sink) throws InterruptedException {
    Operation operation = change.operation();
    if (isSkipped(operation)) {
      skippedChanges++;
      return;
    }
    RecordMapper mapper = mapper(change.keyBatch().schema());
    size.reset(RECORD_BYTES);
    Object key = mapper.keys().keyAt(change.keyBatch(), change.keyRow(), size);
    if (key == null && mapper.keys().hasKey()) {
      handleNullKey(change, mapper);
      return;
    }
    boolean withTombstone =
        operation == Operation.DELETE && deleteHandling == DeleteHandling.REWRITE_WITH_TOMBSTONE;
    boolean isTombstone =
        operation == Operation.DELETE && deleteHandling == DeleteHandling.TOMBSTONE;
    Struct value = isTombstone ? null : valueOf(change, mapper);
    Position position = change.position();
    if (transaction != null && !transaction.isBegun()) {
      begin(transaction, position, sink);
    }
    if (withTombstone) {
      SourceRecord event = record(mapper, key, value, offset(position.previous(), null), operation);
      int eventSize = size.get();
      size.reset(RECORD_BYTES);
      keys.count(operation);
      SourceRecord tombstone = record(mapper, key, null, offset(position, operation), operation);
      sink.acceptPair(event, eventSize, tombstone, size.get());
    } else {
      keys.count(operation);
      SourceRecord record = record(mapper, key, value, offset(position, operation), operation);
      sink.accept(record, size.get());
    }
    if (transaction != null) {
      transaction.published(transaction.after(operation));
    }
  }

  /** The position of BEGIN is before the first event. A restart there does not repeat BEGIN. */
  private void begin(CommitTransaction of, Position first, RecordSink sink)
      throws InterruptedException {
    of.begin();
    sink.accept(of.beginning(offset(first.previous(), null)), CommitMarkers.RECORD_BYTES);
  }

  /**
   * Returns the offset of a record.
   *
   * @param published the operation of the event that the record completes; null if it completes
   *     none
   */
  private Map<String, Object> offset(Position position, @Nullable Operation published) {
    TransactionProgress progress = null;
    if (transaction != null) {
      progress = published == null ? transaction.progress() : transaction.after(published);
    }
    return SourceOffsetCodec.withPosition(
        sharedOffset, position, keysBefore, keys.more(), progress);
  }

  private boolean isSkipped(Operation operation) {
    return switch (operation) {
      case CREATE -> table.skippedOperations().creates();
      case UPDATE, PREIMAGE -> table.skippedOperations().updates();
      case DELETE -> deleteHandling == DeleteHandling.DROP;
      case READ -> false;
    };
  }

  private void handleNullKey(Change change, RecordMapper mapper) {
    String column = mapper.keys().nullColumn(change.keyBatch(), change.keyRow());
    if (nullKeyHandling == NullKeyHandling.FAIL) {
      throw RecordErrors.keyNull(table.name(), version.version(), column, change.position().file());
    }
    if (skippedNullKeys == 0) {
      LOG.warn(
          "Version {} of table '{}' has rows without a value in key column '{}'. They are not"
              + " published (null.key.handling=skip).",
          version.version(),
          table.name(),
          column);
    }
    skippedNullKeys++;
  }

  private Struct valueOf(Change change, RecordMapper mapper) {
    try {
      Struct block = null;
      if (transaction != null && envelope) {
        block = transaction.block();
        size.addFields(TransactionSchemas.BLOCK.fields().size());
      }
      return mapper.values().valueOf(change, block, size);
    } catch (NullInRequiredColumnException e) {
      throw RecordErrors.nullInRequired(
          table.name(), version.version(), e.column(), change.position().file());
    } catch (SpecialFloatException e) {
      throw RecordErrors.specialFloat(table.name(), version.version(), e, change.position().file());
    }
  }

  private SourceRecord record(
      RecordMapper mapper,
      @Nullable Object key,
      @Nullable Struct value,
      Map<String, Object> offset,
      Operation operation) {
    Headers own = headers.of(operation, value == null);
    if (transaction != null) {
      own = own == null ? new ConnectHeaders() : own;
      transaction.addHeaders(own);
      size.addFields(TRANSACTION_HEADERS);
    }
    return new DeltaSourceRecord(
        sourcePartition,
        offset,
        table.topic(),
        null,
        mapper.keys().schema(),
        key,
        value == null ? null : mapper.values().schema(),
        value,
        timestamp,
        own);
  }
}
