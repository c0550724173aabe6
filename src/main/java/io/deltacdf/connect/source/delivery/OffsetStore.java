package io.deltacdf.connect.source.delivery;

import io.deltacdf.connect.offset.SourceOffset;

/** Connect's store of offsets, as far as a table has to wait for it. */
@FunctionalInterface
public interface OffsetStore {
  /** A store that nothing waits for, because no heartbeats report offsets to it. */
  OffsetStore NOT_AWAITED = (table, offset) -> true;

  /**
   * Returns whether a table need not wait for an offset any longer: it is stored, or it never will
   * be. Does not wait, and rarely does I/O, so that it can be called often.
   */
  boolean isSettled(String table, SourceOffset offset);
}
