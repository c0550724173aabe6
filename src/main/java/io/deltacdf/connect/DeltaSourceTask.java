package io.deltacdf.connect;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.InFlightRecords;
import io.deltacdf.connect.source.TaskReaders;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the changes of the tables that the connector gave it. */
public final class DeltaSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSourceTask.class);

  private static final Duration ACKNOWLEDGEMENT_PAUSE = Duration.ofMillis(200);
  private static final Duration ACKNOWLEDGEMENT_TIMEOUT = Duration.ofSeconds(1);

  private final InFlightRecords unacknowledged = new InFlightRecords();
  private volatile Storage storage;
  private volatile TaskReaders feeds;
  private volatile boolean stopped;

  @Override
  public String version() {
    return Version.get();
  }

  /** Reads the stored offsets; the tables are looked at by the reader threads. */
  @Override
  public void start(Map<String, String> props) {
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    List<TableConfig> tables = config.tables();
    Map<Map<String, String>, Map<String, Object>> offsets =
        context
            .offsetStorageReader()
            .offsets(
                tables.stream()
                    .map(table -> SourceOffsetCodec.sourcePartition(table.name()))
                    .toList());
    Storage opened = Storage.open(config.hadoop());
    storage = opened;
    List<TaskReaders.Source> sources =
        tables.stream().map(table -> source(table, opened, offsets)).toList();
    feeds = TaskReaders.start(sources, config.records(), config.flow());
    if (stopped) {
      // Asked to by another thread while the offsets were read.
      feeds.stop();
      storage.close();
    }
  }

  private static TaskReaders.Source source(
      TableConfig table, Storage storage, Map<Map<String, String>, Map<String, Object>> offsets) {
    Map<String, Object> stored = offsets.get(SourceOffsetCodec.sourcePartition(table.name()));
    return new TaskReaders.Source(
        DeltaTables.open(table.name(), table.path(), storage),
        table,
        Optional.ofNullable(stored).map(offset -> SourceOffsetCodec.read(table.name(), offset)));
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    List<SourceRecord> records = feeds.poll();
    if (records != null) {
      unacknowledged.add(records);
    }
    return records;
  }

  @Override
  public void commitRecord(SourceRecord record, RecordMetadata metadata) {
    unacknowledged.remove(record);
  }

  @Override
  public void stop() {
    stopped = true;
    if (feeds != null) {
      feeds.stop();
      storage.close();
    }
    awaitAcknowledgements();
    unacknowledged
        .first()
        .ifPresent(
            record ->
                LOG.warn(
                    "{} records were handed over and are not acknowledged by Kafka; the first is of"
                        + " topic {}, version {}, key {}. They are published again from the stored"
                        + " offset on.",
                    unacknowledged.size(),
                    record.topic(),
                    record.sourceOffset().get("version"),
                    record.key()));
  }

  /** Records that are on their way when another one was refused say nothing of the reason. */
  private void awaitAcknowledgements() {
    try {
      unacknowledged.awaitQuiet(ACKNOWLEDGEMENT_PAUSE, ACKNOWLEDGEMENT_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
