package io.deltacdf.connect.source.delivery;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;

/** Heartbeats that are made and that Kafka has not acknowledged yet. Thread-safe. */
public final class PendingHeartbeats {
  private final Set<SourceRecord> pending =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** Adds a heartbeat, before it is handed over. */
  public void add(SourceRecord heartbeat) {
    pending.add(heartbeat);
  }

  /** Removes a heartbeat that Kafka has acknowledged, or that Connect has dropped. */
  public void remove(SourceRecord heartbeat) {
    pending.remove(heartbeat);
  }

  /** Whether a heartbeat is neither acknowledged nor dropped. */
  public boolean contains(SourceRecord heartbeat) {
    return pending.contains(heartbeat);
  }
}
