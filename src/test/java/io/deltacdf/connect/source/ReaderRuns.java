package io.deltacdf.connect.source;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.testing.PlainRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/** Runs readers in tests, step by step on the test's own thread. */
final class ReaderRuns {
  private ReaderRuns() {}

  /** Returns the records of a table until there is nothing new. */
  static List<SourceRecord> run(DeltaTable table, TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    return run(table, config, stored, Options.records());
  }

  static List<SourceRecord> run(
      DeltaTable table, TableConfig config, Optional<SourceOffset> stored, RecordConfig form)
      throws InterruptedException {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader =
        new TableReader(
            table,
            config,
            form,
            stored.orElse(null),
            (record, size) -> records.add(PlainRecords.of(record)))) {
      runUntilIdle(reader);
    }
    return records;
  }

  static TableReader reader(
      DeltaTable table,
      TableConfig config,
      Optional<SourceOffset> stored,
      List<SourceRecord> records) {
    return new TableReader(
        table,
        config,
        Options.records(),
        stored.orElse(null),
        (record, size) -> records.add(PlainRecords.of(record)));
  }

  /** Returns a reader that retries three times at once, and reports no retries. */
  static ScheduledReader scheduled(TableReader reader, Heartbeat heartbeat) {
    RecordSink none = (record, size) -> {};
    return new ScheduledReader(
        reader,
        Options.flow(1, 1),
        new ReachedOffset(none),
        heartbeat,
        new StateHeartbeats(
            new HeartbeatRecords(reader.name(), Options.records()),
            none,
            Duration.ZERO,
            System::nanoTime),
        false,
        new StopSignal(),
        System::nanoTime);
  }

  static TableReader reader(
      DeltaTable table,
      TableConfig config,
      Optional<SourceOffset> stored,
      List<SourceRecord> records,
      OffsetStore offsets) {
    return new TableReader(
        table,
        config,
        Options.records(),
        stored.orElse(null),
        (record, size) -> records.add(PlainRecords.of(record)),
        ReaderMemory.unlimited(),
        offsets,
        new TableMetrics(config.name(), System::currentTimeMillis));
  }

  static Progress runUntilIdle(TableReader reader) throws InterruptedException {
    Progress progress = reader.step();
    while (progress == Progress.MORE) {
      progress = reader.step();
    }
    return progress;
  }
}
