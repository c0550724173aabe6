package io.deltacdf.connect.testing.histories;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The kind of a table, and the steps of its history. */
public record History(TableKind kind, List<Step> steps) {
  public History {
    steps = List.copyOf(steps);
  }

  /** Returns the same history for a table with row tracking. */
  public History withRowTracking() {
    return new History(kind.withRowTracking(), steps);
  }

  /** Creates the table and applies the steps. */
  public World build(Path directory) {
    World world = new World(kind, directory);
    steps.forEach(step -> step.apply(world));
    return world;
  }

  @Override
  public String toString() {
    return kind
        + steps.stream().map(Step::toString).collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }
}
