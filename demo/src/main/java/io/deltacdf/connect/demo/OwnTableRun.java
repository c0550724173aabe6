package io.deltacdf.connect.demo;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The run with a table of the user: its rows as a snapshot, and the changes made meanwhile. */
final class OwnTableRun implements Run {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String HADOOP = "hadoop.";

  /** How often the demo tries to catch up with a table that keeps changing. */
  private static final int ATTEMPTS = 5;

  private final DeltaTable table;
  private final List<String> key;
  private final Map<String, String> options;
  private long firstVersion = -1;

  /**
   * Opens and checks the table.
   *
   * @param path a local path or a URI
   * @param key its key columns
   * @param options options of the connector; those of {@code hadoop.*} are used here too
   * @throws RuntimeException if there is no such table, or it has no such column
   */
  OwnTableRun(String path, List<String> key, Map<String, String> options) {
    Map<String, String> hadoop =
        options.entrySet().stream()
            .filter(option -> option.getKey().startsWith(HADOOP))
            .collect(
                Collectors.toMap(o -> o.getKey().substring(HADOOP.length()), Map.Entry::getValue));
    this.table = DeltaTables.open(nameOf(path), path, Storage.open(hadoop));
    this.key = new RowForm(table.latestSnapshot().state().schema(), key).key();
    this.options = new LinkedHashMap<>(options);
  }

  /** A table name as options allow it, made of the last part of a path. */
  private static String nameOf(String path) {
    String name =
        path.strip()
            .replaceFirst("/+$", "")
            .replaceFirst("^.*/", "")
            .replaceAll("[^A-Za-z0-9_-]+", "_");
    return name.isEmpty() ? "table" : name;
  }

  @Override
  public DeltaTable table() {
    return table;
  }

  @Override
  public List<String> key() {
    return key;
  }

  @Override
  public Map<String, String> options() {
    return options;
  }

  @Override
  public Duration patience() {
    return PATIENCE;
  }

  @Override
  public Comparison follow(Follower follower, EventLog log) {
    TableSnapshot snapshot = table.latestSnapshot();
    Comparison comparison = follower.catchUp(snapshot, this::describe);
    for (int i = 1; i < ATTEMPTS && !comparison.equal(); i++) {
      TableSnapshot latest = table.latestSnapshot();
      if (latest.version() == snapshot.version()) {
        break;
      }
      snapshot = latest;
      comparison = follower.catchUp(snapshot, this::describe);
    }
    log.endStep();
    return comparison;
  }

  @Override
  public String describe(long version) {
    if (firstVersion < 0) {
      firstVersion = version;
    }
    // A snapshot comes first, unless the options start at a version.
    if (version == firstVersion && options.keySet().stream().noneMatch(o -> o.contains("start."))) {
      return "v" + version + "  the table's rows, as a snapshot";
    }
    try (CommitLog log = table.follow(LogPosition.before(version))) {
      Commit commit = log.next();
      return "v%d  %s, %s"
          .formatted(
              version,
              commit.operation().orElse("commit"),
              Instant.ofEpochMilli(commit.timestamp()));
    }
  }
}
