package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordOffsets;
import io.deltacdf.connect.record.RecordSink;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Holds back the latest record, so that the last record of a version can carry the offset of the
 * completed version: only the end of the version shows which record is the last.
 */
final class LastRecordBuffer implements RecordSink {
  private final RecordSink sink;

  /** The first record of the change whose second record is held; null if it has only one. */
  private @Nullable SourceRecord first;

  private int firstSize;
  private @Nullable SourceRecord held;
  private int heldSize;

  LastRecordBuffer(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    flush();
    held = record;
    heldSize = sizeInBytes;
  }

  @Override
  public void acceptPair(
      SourceRecord newFirst, int newFirstSize, SourceRecord second, int secondSize)
      throws InterruptedException {
    accept(second, secondSize);
    first = newFirst;
    firstSize = newFirstSize;
  }

  /** Returns the record that is held back; null if there is none. */
  @Nullable SourceRecord held() {
    return held;
  }

  /** Passes on the held record, if there is one, with its own offset. */
  void flush() throws InterruptedException {
    if (held == null) {
      return;
    }
    if (first == null) {
      sink.accept(held, heldSize);
    } else {
      sink.acceptPair(first, firstSize, held, heldSize);
      first = null;
    }
    held = null;
  }

  @Override
  public void versionEnded() {
    sink.versionEnded();
  }

  @Override
  public void versionAbandoned() {
    sink.versionAbandoned();
  }

  /**
   * Passes on the held record, if there is one, with the offset of the completed version.
   *
   * @return whether there was a record, so that the offset is reported
   */
  boolean complete(SourceOffset completed) throws InterruptedException {
    if (held == null) {
      return false;
    }
    held = RecordOffsets.withOffset(held, completed);
    flush();
    return true;
  }
}
