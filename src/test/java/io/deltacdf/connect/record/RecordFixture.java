package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.SchemaStates;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.CommitHashes;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record factory for the table {@code orders} with the topic prefix {@code shop}, and the records
 * that it creates.
 */
public final class RecordFixture {
  static final long TIMESTAMP = 1_767_225_600_123L;
  static final String PLAN_HASH = "00112233445566aa";

  /** A record and its size. */
  public record Sized(SourceRecord record, int size) {}

  public final TableConfig table;
  final RecordConfig records;
  final RecordFactory factory;
  public final List<Sized> emitted = new ArrayList<>();

  private TableSchema schema;
  private long version;

  /**
   * @param key names of the key columns, joined by commas; empty for none
   * @param options more options: names and values in turn
   */
  public RecordFixture(String key, String... options) {
    Map<String, String> props =
        new HashMap<>(
            Map.of(
                "topic.prefix", "shop",
                "tables", "orders",
                "tables.orders.path", "/tmp/orders"));
    if (key.isEmpty()) {
      props.put("commit.consolidation", "none");
    } else {
      props.put("tables.orders.key", key);
    }
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    table = config.tables().get(0);
    records = config.records();
    factory = new RecordFactory(table, records);
  }

  /** Starts the next version, from 1 on, with the given schema after it. */
  public RecordFixture version(TableSchema after) {
    version++;
    factory.startVersion(
        context(version, schema == null ? after : schema, after, Optional.empty()));
    schema = after;
    return this;
  }

  public RecordFixture snapshot(TableSchema at, String id) {
    version++;
    factory.startVersion(context(version, at, at, Optional.of(id)));
    schema = at;
    return this;
  }

  static VersionContext context(
      long version, TableSchema before, TableSchema after, Optional<String> snapshot) {
    return new VersionContext(
        version,
        TIMESTAMP,
        snapshot.isPresent() ? Optional.empty() : Optional.of("MERGE"),
        SchemaStates.state("id-before", before),
        SchemaStates.state("id-after", after),
        CommitHashes.NONE,
        snapshot,
        PLAN_HASH);
  }

  public RecordFixture append(Change change) {
    try {
      factory.append(change, (record, size) -> emitted.add(new Sized(record, size)));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** Returns the record of a row that is created in a version of its own. */
  SourceRecord create(TableSchema after, Object... row) {
    version(after);
    return create(MemoryBatch.row(after, row));
  }

  SourceRecord create(ColumnBatch batch) {
    append(Changes.create(batch, 0));
    return last();
  }

  SourceRecord delete(ColumnBatch batch) {
    append(Changes.delete(batch, 0));
    return last();
  }

  public SourceRecord last() {
    return emitted.get(emitted.size() - 1).record();
  }

  int lastSize() {
    return emitted.get(emitted.size() - 1).size();
  }
}
