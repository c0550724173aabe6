package io.deltacdf.connect.source;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.PlainRecords;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/** Publishes the table of a history, each time like a task that has just started. */
final class HistoryReader {
  static final String TABLE = "t";

  /** The option with the key columns; the default is the key of the history. */
  static final String KEY = "tables." + TABLE + ".key";

  private static final String OF_TABLE = "tables." + TABLE + ".";
  private static final Storage STORAGE = Storage.open(Map.of());

  private final World world;
  private final Map<String, String> options;
  private final List<String> key;

  /**
   * @param options options of the connector, such as {@code consolidation.max.keys}
   */
  HistoryReader(World world, Map<String, String> options) {
    this(world, options, world.keyNames(Math.max(0, world.firstStart() - 1)));
  }

  private HistoryReader(World world, Map<String, String> options, List<String> key) {
    this.world = world;
    this.options = options;
    this.key = key;
  }

  /** Returns a reader that uses the names that the key columns have in this version. */
  HistoryReader at(long version) {
    return new HistoryReader(world, options, world.keyNames(Math.max(0, version)));
  }

  /** Returns the changes of a version and those after it. */
  List<SourceRecord> changes(long from) {
    return run(Map.of("start.version", String.valueOf(from)), Optional.empty());
  }

  /**
   * Adds the changes of a version and those after it to a list.
   *
   * @return the failure that ended it, if there was one
   */
  Optional<DeltaCdfException> changesUntilFailure(long from, List<SourceRecord> records) {
    Map<String, String> start = Map.of("start.version", String.valueOf(from));
    try (TableReader reader = open(STORAGE, start, Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);
      return Optional.empty();
    } catch (DeltaCdfException e) {
      return Optional.of(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this reader", e);
    }
  }

  /**
   * Returns the offset that is stored before the changes of a version, and before anything is
   * published.
   */
  Map<String, Object> awaited(long from) {
    List<SourceRecord> records = new ArrayList<>();
    DeltaSourceConfig config = config(Map.of("start.version", String.valueOf(from)));
    try (TableReader reader =
        new TableReader(
            DeltaTables.open(TABLE, world.table().path(), STORAGE),
            config.tables().get(0),
            config.records(),
            null,
            (record, size) -> records.add(record),
            ReaderMemory.unlimited(),
            (table, offset) -> false,
            new TableMetrics(TABLE, System::currentTimeMillis))) {
      if (ReaderRuns.runUntilIdle(reader) != Progress.WAITING || !records.isEmpty()) {
        throw new IllegalStateException("Something is published before an offset is stored");
      }
      return SourceOffsetCodec.write(Objects.requireNonNull(reader.unreportedOffset()));
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this reader", e);
    }
  }

  /** Returns the snapshot of a version. */
  List<SourceRecord> snapshot(long version) {
    return run(Map.of("end.version", String.valueOf(version)), Optional.empty());
  }

  /** Returns the records after a stored offset. */
  List<SourceRecord> resume(Map<String, ?> offset) {
    return run(Map.of(), Optional.of(SourceOffsetCodec.read(TABLE, offset)));
  }

  /** Returns the records after a stored offset, including those of version {@code end}. */
  List<SourceRecord> resume(Map<String, ?> offset, long end) {
    return run(
        Map.of("end.version", String.valueOf(end)),
        Optional.of(SourceOffsetCodec.read(TABLE, offset)));
  }

  private List<SourceRecord> run(Map<String, String> more, Optional<SourceOffset> stored) {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader = open(STORAGE, more, stored, records)) {
      ReaderRuns.runUntilIdle(reader);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this reader", e);
    }
    return records;
  }

  /**
   * Returns a reader that adds its records to a list.
   *
   * @param more options of the table
   */
  TableReader open(
      Storage storage,
      Map<String, String> more,
      Optional<SourceOffset> stored,
      List<SourceRecord> records) {
    DeltaSourceConfig config = config(more);
    return new TableReader(
        DeltaTables.open(TABLE, world.table().path(), storage),
        config.tables().get(0),
        config.records(),
        stored.orElse(null),
        (record, size) -> records.add(PlainRecords.of(record)));
  }

  /**
   * Returns the configuration of a connector with the table.
   *
   * @param more options of the table
   */
  DeltaSourceConfig config(Map<String, String> more) {
    Map<String, String> props = new HashMap<>();
    props.put(KEY, String.join(",", key));
    // A RESTORE can make types narrower.
    props.put("unsafe.schema.change", "publish");
    props.putAll(options);
    props.put("topic.prefix", "p");
    props.put("tables", TABLE);
    props.put(OF_TABLE + "path", world.table().path());
    more.forEach((name, value) -> props.put(OF_TABLE + name, value));
    return new DeltaSourceConfig(props);
  }
}
