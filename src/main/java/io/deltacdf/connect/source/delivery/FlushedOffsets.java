package io.deltacdf.connect.source.delivery;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads stored offsets back after Connect has flushed them. Neither the acknowledgement of a record
 * nor the flush after it proves that the offset of the record is stored: the flush may have begun
 * before the acknowledgement. Thread-safe.
 */
public final class FlushedOffsets implements OffsetStore {
  /** Reads the stored offsets of source partitions; those without an offset may be absent. */
  @FunctionalInterface
  public interface Reader {
    Map<Map<String, String>, Map<String, Object>> offsets(
        Collection<Map<String, String>> partitions);
  }

  private static final Logger LOG = LoggerFactory.getLogger(FlushedOffsets.class);

  private final Reader reader;
  private final AtomicLong flushes = new AtomicLong(1);
  private final Set<String> awaiting = ConcurrentHashMap.newKeySet();
  private final Set<String> withoutHeartbeats = ConcurrentHashMap.newKeySet();
  private final Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
  private final ReentrantLock reading = new ReentrantLock();
  private volatile long flushOfLastRead;

  public FlushedOffsets(Reader reader) {
    this.reader = reader;
  }

  /** Connect has flushed offsets, so that it is worth reading them again. */
  public void flushed() {
    flushes.incrementAndGet();
  }

  /** The heartbeats of a table are dropped, so that its offset will not be stored. */
  public void heartbeatDropped(String table) {
    withoutHeartbeats.add(table);
  }

  @Override
  public boolean isSettled(String table, SourceOffset offset) {
    if (awaiting.add(table)) {
      LOG.info(
          "Table '{}': nothing is published before Connect has stored the offset of version {}, at"
              + " which the table starts. Connect stores offsets every offset.flush.interval.ms, an"
              + " option of the worker",
          table,
          offset.version());
    }
    readAfterFlush();
    boolean isStored = isStored(table, offset);
    if (!isStored && !withoutHeartbeats.contains(table)) {
      return false;
    }
    awaiting.remove(table);
    if (isStored) {
      LOG.info("Table '{}': Connect has stored the offset of the start", table);
    } else {
      LOG.warn(
          "Table '{}': Connect does not store the offset of version {}, at which the table starts,"
              + " because its heartbeat was dropped. If the worker fails before it stores another"
              + " offset, the next start begins at a newer version: keys that are deleted in"
              + " between stay in the topic, or, without a snapshot, changes in between are not"
              + " published",
          table,
          offset.version());
    }
    return true;
  }

  private boolean isStored(String table, SourceOffset offset) {
    Map<String, Object> found = stored.remove(table);
    return found != null && SourceOffsetCodec.read(table, found).equals(offset);
  }

  /** Reads the offsets of all tables that wait, unless another thread does it. */
  private void readAfterFlush() {
    if (flushes.get() == flushOfLastRead || !reading.tryLock()) {
      return;
    }
    try {
      long flush = flushes.get();
      if (flush != flushOfLastRead) {
        flushOfLastRead = flush;
        read(awaiting.stream().map(SourceOffsetCodec::sourcePartition).toList());
      }
    } finally {
      reading.unlock();
    }
  }

  private void read(List<Map<String, String>> partitions) {
    try {
      reader
          .offsets(partitions)
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  SourceOffsetCodec.tableOf(partition)
                      .ifPresent(table -> stored.put(table, offset));
                }
              });
    } catch (RuntimeException e) {
      LOG.warn("Cannot read the stored offsets. They are read again after the next flush", e);
    }
  }
}
