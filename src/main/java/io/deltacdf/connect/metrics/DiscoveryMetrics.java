package io.deltacdf.connect.metrics;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What is measured of the discovery of tables by a connector. Thread-safe. */
public final class DiscoveryMetrics {
  /** The reason of what can never be published, such as a view. */
  private static final String FORMAT = "format";

  private final Clock clock;
  private final LongAdder failedLooks = new LongAdder();
  private final LongAdder reconfigurations = new LongAdder();
  private volatile long lastLook = Clock.NEVER;
  private volatile boolean connected;
  private volatile long published;
  private volatile Map<String, Long> skipped = Map.of();

  /**
   * @param millis the clock, as {@link System#currentTimeMillis}
   */
  public DiscoveryMetrics(LongSupplier millis) {
    this.clock = new Clock(millis);
  }

  /**
   * Notes that a look at the root has succeeded.
   *
   * @param tables how many of the tables that it found are published
   * @param skippedByReason how many it skipped
   */
  public void looked(long tables, Map<String, Long> skippedByReason) {
    published = tables;
    skipped = Map.copyOf(skippedByReason);
    connected = true;
    lastLook = clock.now();
  }

  /** Notes that a look at the root has failed. */
  public void failed() {
    failedLooks.increment();
    connected = false;
  }

  /** Notes that Connect is asked to reconfigure the tasks. */
  public void reconfigured() {
    reconfigurations.increment();
  }

  long published() {
    return published;
  }

  Map<String, Long> skipped() {
    return skipped;
  }

  /** Returns how many of the skipped ones somebody has to do something about. */
  long troubles() {
    return skipped.entrySet().stream()
        .filter(it -> !it.getKey().equals(FORMAT))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  long sinceLastLook() {
    return clock.since(lastLook);
  }

  boolean connected() {
    return connected;
  }

  long failedLooks() {
    return failedLooks.sum();
  }

  long reconfigurations() {
    return reconfigurations.sum();
  }
}
