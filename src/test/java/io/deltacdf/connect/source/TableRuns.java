package io.deltacdf.connect.source;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.PlainRecords;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Runs a reader of a real table that is named {@code orders} and has the key {@code id}. */
final class TableRuns {
  private final TestTable table;
  private final Map<String, String> options = new HashMap<>();

  /**
   * @param more alternating names and values of options of the connector
   */
  TableRuns(TestTable table, String... more) {
    this.table = table;
    options.put("topic.prefix", "delta");
    options.put("tables", "orders");
    options.put("tables.orders.path", table.path());
    options.put("key", "id");
    options.put("value.metadata.columns", "");
    // What is lost fails at once.
    options.put("replication.grace.ms", "0");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    if ("debezium".equals(options.get("record.format"))) {
      options.remove("value.metadata.columns");
    }
  }

  /** Returns the records of a first start. */
  List<SourceRecord> fromStart() throws InterruptedException {
    return run(Optional.empty());
  }

  /** Returns the records of a snapshot of a version. */
  List<SourceRecord> snapshotOf(long version) throws InterruptedException {
    Map<String, String> all = new HashMap<>(options);
    all.put("tables.orders.end.version", String.valueOf(version));
    all.put("snapshot.mode", "initial_only");
    all.remove("start.version");
    return run(new DeltaSourceConfig(all), Optional.empty());
  }

  /** Returns the records after an offset, like a restart. */
  List<SourceRecord> after(Map<String, ?> offset) throws InterruptedException {
    return run(Optional.of(SourceOffsetCodec.read("orders", offset)));
  }

  List<SourceRecord> after(SourceRecord record) throws InterruptedException {
    return after(record.sourceOffset());
  }

  private List<SourceRecord> run(Optional<SourceOffset> stored) throws InterruptedException {
    return run(new DeltaSourceConfig(options), stored);
  }

  private List<SourceRecord> run(DeltaSourceConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader = reader(config, stored, records)) {
      ReaderRuns.runUntilIdle(reader);
    }
    return records;
  }

  /** Returns a reader that adds its records to a list. */
  TableReader reader(Optional<SourceOffset> stored, List<SourceRecord> records) {
    return reader(new DeltaSourceConfig(options), stored, records);
  }

  private TableReader reader(
      DeltaSourceConfig config, Optional<SourceOffset> stored, List<SourceRecord> records) {
    return new TableReader(
        DeltaTables.open("orders", table.path(), Storage.open(Map.of())),
        config.tables().get(0),
        config.records(),
        stored.orElse(null),
        (record, size) -> records.add(PlainRecords.of(record)));
  }

  /**
   * Returns a reader that waits for offsets.
   *
   * @param from the stored offset; null for a first start
   * @param stored the offsets that are stored while it runs
   */
  TableReader awaiting(
      @Nullable SourceOffset from, List<SourceRecord> records, Set<SourceOffset> stored) {
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    return new TableReader(
        DeltaTables.open("orders", table.path(), Storage.open(Map.of())),
        config.tables().get(0),
        config.records(),
        from,
        (record, size) -> records.add(PlainRecords.of(record)),
        ReaderMemory.unlimited(),
        (name, offset) -> stored.contains(offset),
        new TableMetrics("orders", System::currentTimeMillis));
  }

  /** Returns the offset that a run after a record reaches and that no record carries. */
  Optional<SourceOffset> unreportedAfter(SourceRecord record) throws InterruptedException {
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    try (TableReader reader =
        new TableReader(
            DeltaTables.open("orders", table.path(), Storage.open(Map.of())),
            config.tables().get(0),
            config.records(),
            SourceOffsetCodec.read("orders", record.sourceOffset()),
            (any, size) -> {
              throw new IllegalStateException("A record: " + any);
            })) {
      ReaderRuns.runUntilIdle(reader);
      return Optional.ofNullable(reader.unreportedOffset());
    }
  }

  /** Returns a record as {@code <version> <key> {<fields>}}; deletes have no fields. */
  static String text(SourceRecord record) {
    String version = record.sourceOffset().get("version") + " " + record.key();
    return record.value() == null ? version : version + " " + fields((Struct) record.value());
  }

  static List<String> texts(List<SourceRecord> records) {
    return records.stream().map(TableRuns::text).toList();
  }

  private static String fields(Struct struct) {
    return struct.schema().fields().stream()
        .map(field -> field.name() + "=" + struct.get(field))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns a schema's fields with their types, such as {@code id INT64, v STRING}. */
  static String columns(Schema schema) {
    return schema.fields().stream().map(TableRuns::column).collect(Collectors.joining(", "));
  }

  private static String column(Field field) {
    return field.name() + " " + field.schema().type();
  }
}
