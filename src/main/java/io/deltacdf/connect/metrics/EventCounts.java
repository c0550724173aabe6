package io.deltacdf.connect.metrics;

import io.deltacdf.connect.change.Operation;
import java.util.Arrays;

/**
 * Counts the events of a step of a reader, so that the shared counters are written once in a step
 * and not once for each row. Not thread-safe.
 */
public final class EventCounts {
  private final long[] counts = new long[Operation.values().length];

  public void add(Operation operation) {
    counts[operation.ordinal()]++;
  }

  long get(Operation operation) {
    return counts[operation.ordinal()];
  }

  long total() {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }

  void clear() {
    Arrays.fill(counts, 0);
  }
}
