package io.deltacdf.connect.feed;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.record.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.Storage;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/** Publishes the table of a history, each time as a task that has just been started. */
final class HistoryFeed {
  static final String TABLE = "t";

  /** The option for the key columns; the table's own where it is not set. */
  static final String KEY = "tables." + TABLE + ".key";

  private static final String OF_TABLE = "tables." + TABLE + ".";
  private static final Storage STORAGE = Storage.open(Map.of());

  private final World world;
  private final Map<String, String> options;

  /**
   * @param options of the connector, such as {@code consolidation.max.keys}
   */
  HistoryFeed(World world, Map<String, String> options) {
    this.world = world;
    this.options = options;
  }

  /** The changes from a version on. */
  List<SourceRecord> changes(long from) {
    return run(from - 1, Map.of("start.version", String.valueOf(from)), Optional.empty());
  }

  /** The snapshot of a version. */
  List<SourceRecord> snapshot(long version) {
    return run(version, Map.of("end.version", String.valueOf(version)), Optional.empty());
  }

  /** What follows a stored offset. */
  List<SourceRecord> resume(Map<String, ?> offset) {
    return run(offset, Map.of());
  }

  /** What follows a stored offset, up to a version. */
  List<SourceRecord> resume(Map<String, ?> offset, long end) {
    return run(offset, Map.of("end.version", String.valueOf(end)));
  }

  private List<SourceRecord> run(Map<String, ?> offset, Map<String, String> more) {
    SourceOffset stored = SourceOffset.fromMap(TABLE, offset);
    boolean inside = !stored.isFinished() && stored.snapshot().isEmpty();
    return run(stored.version() - (inside ? 1 : 0), more, Optional.of(stored));
  }

  /**
   * @param version the one whose columns the configuration names: the first that the task sees
   */
  private List<SourceRecord> run(
      long version, Map<String, String> more, Optional<SourceOffset> stored) {
    Map<String, String> props = new HashMap<>(options);
    props.put("topic.prefix", "p");
    props.put("tables", TABLE);
    props.put(OF_TABLE + "path", world.table().path());
    if (!options.containsKey(KEY)) {
      props.put(KEY, String.join(",", world.keyNames(Math.max(0, version))));
    }
    more.forEach((name, value) -> props.put(OF_TABLE + name, value));
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    List<SourceRecord> records = new ArrayList<>();
    try (TableFeed feed =
        new TableFeed(
            DeltaTable.open(TABLE, world.table().path(), STORAGE),
            config.tables().get(0),
            config.records(),
            stored,
            (record, size) -> records.add(record))) {
      FeedRuns.runUntilIdle(feed);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nobody stops this feed", e);
    }
    return records;
  }
}
