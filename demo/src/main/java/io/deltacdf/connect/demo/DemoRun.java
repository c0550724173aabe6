package io.deltacdf.connect.demo;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DemoTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The run with the demo's own table, which changes commit by commit while the connector follows.
 */
final class DemoRun implements Run {
  private static final String NAME = "orders";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Longer than the connector needs to notice a commit, to show that it publishes nothing. */
  private static final Duration SETTLE = Duration.ofMillis(700);

  private final DemoTable story;
  private final DeltaTable table;
  private final List<String> key = List.of(DemoTable.KEY);

  DemoRun(Path directory) {
    story = DemoTable.create(directory.resolve(NAME));
    table = DeltaTables.open(NAME, story.table().directory().toString(), Storage.open(Map.of()));
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
    return Map.of();
  }

  @Override
  public Duration patience() {
    return PATIENCE;
  }

  @Override
  public Comparison follow(Follower follower, EventLog log) {
    log.step(
        "v"
            + table.latestSnapshot().version()
            + "  CREATE TABLE and its first orders: read"
            + " as a snapshot");
    Comparison comparison = follower.catchUp(table.latestSnapshot(), null);
    while (comparison.equal() && story.hasNext()) {
      DemoTable.Step step = story.next();
      log.step("v" + step.version() + "  " + step.description());
      long before = follower.mirror().events();
      comparison = follower.catchUp(table.latestSnapshot(), null);
      if (follower.mirror().events() == before) {
        follower.take(SETTLE, null);
      }
    }
    log.endStep();
    return follower.catchUp(table.latestSnapshot(), null);
  }
}
