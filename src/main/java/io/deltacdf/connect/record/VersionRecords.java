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
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the records of one version of a table, or of a snapshot. Not thread-safe. */
public final class VersionRecords {
  private static final Logger LOG = LoggerFactory.getLogger(VersionRecords.class);

  /** A record, its list of headers and its offset, in bytes. */
  private static final int RECORD_BYTES = 360;

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
  private final RecordSize size = new RecordSize();
  private long skippedNullKeys;
  private long skippedChanges;

  /**
   * @param deleteHandling how deletes are published for this table
   * @param sourcePartition the table's source partition, which all its records share
   * @param snapshotRequest the {@code snapshot.request} that the offsets of the records carry
   * @param keys counts the published keys; has noted that the version starts
   */
  VersionRecords(
      TableConfig table,
      RecordConfig records,
      DeleteHandling deleteHandling,
      Map<String, String> sourcePartition,
      VersionContext version,
      RecordMappers.OfVersion mappers,
      Optional<String> snapshotRequest,
      KeyCounter keys) {
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
                version, before.form(), snapshotRequest, Optional.empty(), Optional.empty()));
    this.timestamp =
        records.timestamp() == RecordTimestamp.COMMIT ? (Long) version.timestamp() : null;
    before.values().startVersion(version);
    after.values().startVersion(version);
  }

  /** Returns the offset that says that the version is completed. */
  SourceOffset completed(Optional<String> snapshotRequest) {
    return RecordOffsets.completed(version, after.form(), snapshotRequest, keys.completed());
  }

  /** Returns an offset in the version. */
  SourceOffset inProgress(Position position, Optional<String> snapshotRequest) {
    return RecordOffsets.inProgress(
        version, before.form(), snapshotRequest, Optional.of(position), keys.now());
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
    Position position = change.position();
    if (operation != Operation.DELETE || deleteHandling == DeleteHandling.REWRITE) {
      keys.count(operation);
      Struct value = valueOf(change, mapper);
      sink.accept(record(mapper, key, value, position, operation), size.get());
      return;
    }
    if (deleteHandling == DeleteHandling.REWRITE_WITH_TOMBSTONE) {
      Struct value = valueOf(change, mapper);
      SourceRecord event = record(mapper, key, value, position.previous(), operation);
      keys.count(operation);
      SourceRecord tombstone = record(mapper, key, null, position, operation);
      sink.acceptPair(event, size.get(), tombstone, RECORD_BYTES);
    } else {
      keys.count(operation);
      sink.accept(record(mapper, key, null, position, operation), size.get());
    }
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
      return mapper.values().valueOf(change, size);
    } catch (NullInRequiredColumnException e) {
      throw RecordErrors.nullInRequired(
          table.name(), version.version(), e.column(), change.position().file());
    }
  }

  private SourceRecord record(
      RecordMapper mapper,
      @Nullable Object key,
      @Nullable Struct value,
      Position position,
      Operation operation) {
    return new DeltaSourceRecord(
        sourcePartition,
        SourceOffsetCodec.withPosition(sharedOffset, position, keysBefore, keys.more()),
        table.topic(),
        null,
        mapper.keys().schema(),
        key,
        value == null ? null : mapper.values().schema(),
        value,
        timestamp,
        headers.of(operation, value == null));
  }
}
