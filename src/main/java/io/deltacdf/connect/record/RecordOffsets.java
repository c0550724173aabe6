package io.deltacdf.connect.record;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.source.SourceRecord;

/** Creates the offsets of a version's records. */
public final class RecordOffsets {
  private RecordOffsets() {}

  /** Returns the offset that says that the version is completed. */
  static SourceOffset completed(
      VersionContext version, Optional<String> key, Optional<String> request) {
    return new SourceOffset(
        version.version(),
        Optional.of(version.after().tableId()),
        OptionalLong.of(version.timestamp()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        key,
        request);
  }

  /** Returns what the offsets of the version's records share: everything but the position. */
  static Map<String, Object> shared(
      VersionContext version, Optional<String> key, Optional<String> request) {
    return SourceOffsetCodec.write(
        new SourceOffset(
            version.version(),
            Optional.of(version.before().tableId()),
            OptionalLong.of(version.timestamp()),
            Optional.empty(),
            Optional.of(version.planHash()),
            version.snapshotId(),
            key,
            request));
  }

  /** Returns a copy of the record that carries the given offset. */
  public static SourceRecord withOffset(SourceRecord record, SourceOffset offset) {
    return new SourceRecord(
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
