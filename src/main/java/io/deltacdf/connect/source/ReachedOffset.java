package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.RecordSink;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the records of a table and remembers the offset that it has reached with them, in the
 * form that Connect stores. Nothing before this offset has to be published again, and nothing after
 * it was handed over. Not thread-safe.
 */
final class ReachedOffset implements RecordSink {
  private final RecordSink sink;
  private @Nullable Map<String, ?> reached;
  private @Nullable SourceOffset lastCompleted;

  ReachedOffset(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    sink.accept(record, sizeInBytes);
    reached = record.sourceOffset();
  }

  @Override
  public void acceptPair(SourceRecord first, int firstSize, SourceRecord second, int secondSize)
      throws InterruptedException {
    sink.acceptPair(first, firstSize, second, secondSize);
    reached = second.sourceOffset();
  }

  @Override
  public void versionEnded() {
    sink.versionEnded();
  }

  @Override
  public void versionAbandoned() {
    sink.versionAbandoned();
  }

  /** Starts at the offset that Connect has stored; null if there is none. */
  void startAt(@Nullable SourceOffset stored) {
    reached = stored == null ? null : SourceOffsetCodec.write(stored);
  }

  /** Notes an offset that was reached without a record; null if there is none. */
  void completed(@Nullable SourceOffset unreported) {
    if (unreported != null && unreported != lastCompleted) {
      lastCompleted = unreported;
      reached = SourceOffsetCodec.write(unreported);
    }
  }

  /** Returns the offset; null if nothing is stored and nothing was handed over. */
  @Nullable Map<String, ?> get() {
    return reached;
  }
}
