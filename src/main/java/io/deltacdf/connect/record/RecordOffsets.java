package io.deltacdf.connect.record;

import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.PublishedForm;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.source.SourceRecord;

/** Creates the offsets of a version's records. */
public final class RecordOffsets {
  private RecordOffsets() {}

  /** Returns the offset that says that the version is completed. */
  static SourceOffset completed(
      VersionContext version,
      PublishedForm form,
      Optional<String> request,
      Optional<KeyCount> keys,
      Optional<TransactionProgress> transaction) {
    return SourceOffset.builder(version.version())
        .tableId(Optional.of(version.after().tableId()))
        .catalogTableId(version.after().catalogTableId())
        .timestamp(OptionalLong.of(version.timestamp()))
        .commitHash(version.commitHashes().after())
        .published(form)
        .snapshotRequest(request)
        .keys(keys.map(KeyCount::text))
        .transaction(transaction)
        .build();
  }

  /**
   * Returns an offset in the version.
   *
   * @param position the position in the version; empty for what the offsets of the version's
   *     records share
   * @param keys the keys at the position; empty for what the records share
   */
  static SourceOffset inProgress(
      VersionContext version,
      PublishedForm form,
      Optional<String> request,
      Optional<Position> position,
      Optional<KeyCount> keys,
      Optional<TransactionProgress> transaction) {
    return SourceOffset.builder(version.version())
        .tableId(Optional.of(version.before().tableId()))
        .catalogTableId(version.before().catalogTableId())
        .timestamp(OptionalLong.of(version.timestamp()))
        .commitHash(version.commitHashes().before())
        .position(position)
        .planHash(Optional.of(version.planHash()))
        .snapshotId(version.snapshotId())
        .published(form)
        .snapshotRequest(request)
        .keys(keys.map(KeyCount::text))
        .transaction(transaction)
        .build();
  }

  /** Returns a copy of the record that carries the given offset. */
  public static SourceRecord withOffset(SourceRecord record, SourceOffset offset) {
    return new DeltaSourceRecord(
        record.sourcePartition(),
        SourceOffsetCodec.write(offset),
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        record.headers());
  }
}
