package io.deltacdf.connect.testing.histories;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Creates the tables of histories and deletes them after use. */
public final class HistoryTables {
  private HistoryTables() {}

  /**
   * Creates the table of a history and runs a check with it.
   *
   * @throws AssertionError if the check fails; its message includes the commits of the table
   */
  public static void with(History history, Consumer<World> check) {
    Path directory = newDirectory();
    try {
      World world = history.build(directory.resolve("t"));
      try {
        check.accept(world);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + world.text(), e);
      }
    } finally {
      delete(directory);
    }
  }

  /** Creates a directory for tables. */
  public static Path newDirectory() {
    try {
      return Files.createTempDirectory("history");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a directory with all that is in it. */
  public static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
