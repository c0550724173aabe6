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

  /** Returns whether the table has a variant column at some version. */
  public boolean hasVariants() {
    return toString().contains(Samples.VARIANT);
  }

  /** Creates the table and applies the steps. */
  public World build(Path directory) {
    World world = begin(directory, 1);
    steps.forEach(step -> step.apply(world));
    return world;
  }

  /**
   * Creates the table without applying a step.
   *
   * @param seed the seed of the table's id and of its file names
   */
  public World begin(Path directory, long seed) {
    return new World(kind, directory, seed);
  }

  /** Returns the same history for a table with this key. */
  public History withKey(KeyKind key) {
    return new History(kind.withKey(key), steps);
  }

  @Override
  public String toString() {
    return kind
        + steps.stream().map(Step::toString).collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }
}
