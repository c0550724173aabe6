package io.deltacdf.connect.source.memory;

/**
 * The bytes that the tables of a task, or of all tasks, hold. Guarded by the lock of {@link
 * ReaderMemory}.
 */
final class HeldBytes {
  private long rowGroups;
  private long keys;

  void addRowGroup(long bytes) {
    rowGroups += bytes;
  }

  void addKeys(long bytes) {
    keys += bytes;
  }

  long total() {
    return rowGroups + keys;
  }

  /** Whether keys may grow: a quarter of the limit is left to row groups. */
  boolean allowKeys(long limit) {
    return keys <= forKeys(limit);
  }

  /** Whether a row group may be opened. */
  boolean allowRowGroup(long bytes, long limit) {
    return rowGroups + bytes <= limit - Math.min(keys, forKeys(limit));
  }

  private static long forKeys(long limit) {
    return limit / 4 * 3;
  }
}
