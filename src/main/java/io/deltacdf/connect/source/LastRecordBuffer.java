package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordOffsets;
import io.deltacdf.connect.record.RecordSink;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Holds one record back, so that the last one of a version can carry the offset of the finished
 * version: which one is the last shows only when no other follows.
 */
final class LastRecordBuffer implements RecordSink {
  private final RecordSink sink;
  private SourceRecord held;
  private int heldSize;

  LastRecordBuffer(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    release();
    held = record;
    heldSize = sizeInBytes;
  }

  /** Hands on the record that is held, if any, with its own offset. */
  void release() throws InterruptedException {
    if (held != null) {
      sink.accept(held, heldSize);
      held = null;
    }
  }

  /**
   * Hands on the record that is held, if any, as the last one of its version.
   *
   * @return whether there was one, and so the offset is handed on
   */
  boolean finish(SourceOffset offset) throws InterruptedException {
    if (held == null) {
      return false;
    }
    held = RecordOffsets.withOffset(held, offset);
    release();
    return true;
  }
}
