package io.deltacdf.connect.testing.histories;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A table's kind and what happens to it, step by step. */
public record History(TableKind kind, List<Step> steps) {
  public History {
    steps = List.copyOf(steps);
  }

  /** The same history of a table with row tracking. */
  public History withRowTracking() {
    return new History(kind.withRowTracking(), steps);
  }

  /** Makes the table. */
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
