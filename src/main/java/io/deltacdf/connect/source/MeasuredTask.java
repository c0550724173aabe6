package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.metrics.TaskMetrics;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.source.transaction.RecordQueue;
import java.util.List;
import java.util.Map;

/**
 * What the parts of a task hold, for its metrics.
 *
 * @param tablesByName what is measured of each table, by its name
 */
record MeasuredTask(
    Map<String, TableMetrics> tablesByName,
    FlowConfig flow,
    RecordQueue queue,
    ReaderPool pool,
    ReaderMemory.Task memory)
    implements TaskMetrics.Sources {
  @Override
  public List<String> tables() {
    return List.copyOf(tablesByName.keySet());
  }

  @Override
  public long queuedBytes() {
    return queue.bytes();
  }

  @Override
  public long maxQueueBytes() {
    return flow.maxQueueBytes();
  }

  @Override
  public long pollIntervalMillis() {
    return flow.pollInterval().toMillis();
  }

  @Override
  public long retentionWarningMillis() {
    return flow.retentionWarning().toMillis();
  }

  @Override
  public int readerThreads() {
    return pool.threadCount();
  }

  @Override
  public int busyReaderThreads() {
    return pool.busyThreads();
  }

  @Override
  public long readerMemoryBytes() {
    return memory.usedBytes();
  }

  @Override
  public long maxReaderMemoryBytes() {
    return memory.maxBytes();
  }

  @Override
  public long millisWaitedForMemory() {
    return memory.waitedMillis();
  }
}
