package io.deltacdf.connect.source.memory;

import java.util.function.LongSupplier;

/** The memory of readers in tests. */
public final class ReaderMemories {
  private ReaderMemories() {}

  public static ReaderMemory withClock(LongSupplier nanos) {
    return new ReaderMemory(nanos);
  }

  /**
   * Memory whose clock runs a thousand times as fast, so that readers give back their row groups
   * all the time.
   */
  public static ReaderMemory fast() {
    return new ReaderMemory(() -> 1_000 * System.nanoTime());
  }
}
