package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The JSON commits of a local table's log, for tests that check the content of a log.
 *
 * @param commits the actions of each commit, in the order of versions
 * @param files the names of all files in the log's directory
 */
record TableLog(List<List<JsonNode>> commits, List<String> files) {

  static TableLog read(Path table) {
    Path directory = table.resolve("_delta_log");
    List<List<JsonNode>> commits = new ArrayList<>();
    try (Stream<Path> listing = Files.list(directory)) {
      List<Path> files = listing.sorted().toList();
      for (Path file : files) {
        if (file.getFileName().toString().matches("\\d{20}\\.json")) {
          commits.add(Files.readAllLines(file).stream().map(OracleRows::json).toList());
        }
      }
      return new TableLog(commits, files.stream().map(f -> f.getFileName().toString()).toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + directory, e);
    }
  }

  /** Returns whether an action with this name satisfies the predicate. */
  boolean any(String action, Predicate<JsonNode> asked) {
    return actions(action).anyMatch(asked);
  }

  /** Returns the number of distinct values among the actions with this name. */
  long distinct(String action, Function<JsonNode, String> value) {
    return actions(action).map(value).distinct().count();
  }

  /** Whether a table property has the given value in some version. */
  boolean property(String name, String value) {
    return any("metaData", m -> m.path("configuration").path(name).asText().equals(value));
  }

  /** Whether a file of the log has a name of the given pattern. */
  boolean hasFile(String pattern) {
    return files.stream().anyMatch(name -> name.matches(pattern));
  }

  private Stream<JsonNode> actions(String name) {
    return commits.stream()
        .flatMap(List::stream)
        .filter(action -> action.hasNonNull(name))
        .map(action -> action.get(name));
  }
}
