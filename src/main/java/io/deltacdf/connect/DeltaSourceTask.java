package io.deltacdf.connect;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.MetricsOutlets;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.inflight.InFlightRecords;
import io.deltacdf.connect.source.PartitionCounts;
import io.deltacdf.connect.source.TaskReaders;
import io.deltacdf.connect.source.transaction.ConnectorTransactions;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the changes of the tables that the connector assigned to this task. */
public final class DeltaSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSourceTask.class);

  private static final Duration ACKNOWLEDGEMENT_PAUSE = Duration.ofMillis(200);
  private static final Duration ACKNOWLEDGEMENT_TIMEOUT = Duration.ofSeconds(1);

  private final InFlightRecords inFlight = new InFlightRecords();
  private volatile @Nullable Storage storage;
  private volatile @Nullable TaskReaders readers;
  private volatile @Nullable PartitionCounts partitionCounts;
  private volatile @Nullable MetricsOutlets outlets;
  private volatile @Nullable ConnectorTransactions transactions;
  private volatile boolean stopped;

  @Override
  public String version() {
    return Version.get();
  }

  /** Loads the stored offsets and starts the reader threads, which then open the tables. */
  @Override
  public void start(Map<String, String> props) {
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    partitionCounts = new PartitionCounts(config);
    List<TableConfig> tables = config.tables();
    Map<Map<String, String>, Map<String, Object>> offsets =
        context
            .offsetStorageReader()
            .offsets(
                tables.stream()
                    .map(table -> SourceOffsetCodec.sourcePartition(table.name()))
                    .toList());
    Storage opened =
        Storage.open(config.hadoop(), RequestLimit.perSecond(config.storeRequestsPerSecond()));
    storage = opened;
    List<TaskReaders.Source> sources =
        tables.stream().map(table -> source(table, opened, offsets)).toList();
    ConnectorTransactions defined =
        new ConnectorTransactions(context.transactionContext(), config.flow());
    transactions = defined;
    if (config.definesTransactions() && defined.limits() == null) {
      LOG.warn(
          "transaction.boundary=connector has no effect, because the worker does not have"
              + " exactly.once.source.support=enabled: records are delivered at least once, and a"
              + " commit is not one transaction");
    }
    TaskReaders started =
        TaskReaders.start(
            sources,
            config.records(),
            config.flow(),
            defined.limits(),
            context.offsetStorageReader()::offsets);
    // Set first, so that stop() ends the readers even if their metrics cannot be shown.
    readers = started;
    outlets =
        MetricsOutlets.open(
            context,
            config.topicPrefix(),
            config.taskId(),
            config.flow(),
            started.metrics(),
            started.tableMetrics());
    if (stopped) {
      // Another thread called stop() while the offsets were read.
      close();
    }
  }

  private static TaskReaders.Source source(
      TableConfig table, Storage storage, Map<Map<String, String>, Map<String, Object>> offsets) {
    Map<String, Object> stored = offsets.get(SourceOffsetCodec.sourcePartition(table.name()));
    return new TaskReaders.Source(
        DeltaTables.open(table, storage),
        table,
        // Read later, so that an offset that cannot be used is a failure of its table.
        () ->
            Optional.ofNullable(stored)
                .map(offset -> SourceOffsetCodec.read(table.name(), offset)));
  }

  @Override
  public @Nullable List<SourceRecord> poll() throws InterruptedException {
    TaskReaders started = readers;
    ConnectorTransactions defined = transactions;
    if (started == null || defined == null) {
      throw new IllegalStateException("The task is not started");
    }
    List<SourceRecord> records;
    try {
      records = started.poll();
    } catch (DeltaCdfException e) {
      // Connect logs it, and shows it to everyone who can see the state of the task.
      throw e.withoutSecrets();
    }
    if (records != null) {
      inFlight.add(records);
    }
    return defined.handOver(records, started::commitSplit);
  }

  @Override
  public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
    inFlight.remove(record);
    PartitionCounts counts = partitionCounts;
    if (metadata != null && counts != null) {
      counts.published(metadata);
    }
    TaskReaders started = readers;
    if (started != null) {
      // Connect passes no metadata for a record that it has dropped.
      started.completed(record, metadata == null);
    }
  }

  /** Called after Connect has stored offsets; says nothing about which. */
  @Override
  public void commit() {
    TaskReaders started = readers;
    if (started != null) {
      started.offsetsFlushed();
    }
  }

  @Override
  public void stop() {
    stopped = true;
    close();
    awaitAcknowledgements();
    inFlight.first().ifPresent(first -> warnOfInFlight(inFlight.size(), first));
  }

  private void close() {
    TaskReaders started = readers;
    Storage opened = storage;
    MetricsOutlets shown = outlets;
    if (started != null) {
      started.stop();
    }
    if (opened != null) {
      opened.close();
    }
    if (shown != null) {
      shown.close();
    }
  }

  /** Waits a short time, because records that are still being sent say nothing about a failure. */
  private void awaitAcknowledgements() {
    try {
      inFlight.awaitQuiet(ACKNOWLEDGEMENT_PAUSE, ACKNOWLEDGEMENT_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Logs the key of the record at level DEBUG only, because it can be personal data. */
  private static void warnOfInFlight(int count, SourceRecord first) {
    LOG.warn(
        "Kafka has not acknowledged {}; the first has topic {} and {}. After a restart the table is"
            + " published again from its stored offset.",
        count == 1 ? "1 record" : count + " records",
        first.topic(),
        placeOf(first.sourceOffset()));
    LOG.debug("The first record that Kafka has not acknowledged has the key {}", first.key());
  }

  private static String placeOf(Map<String, ?> offset) {
    String version = "version " + offset.get("version");
    return offset.containsKey("file")
        ? version + ", row " + offset.get("row") + " of file " + offset.get("file")
        : version + ", of which it is the last";
  }
}
