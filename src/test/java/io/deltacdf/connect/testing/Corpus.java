package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A collection of real tables together with the results of a correct reader. It is not part of the
 * project. Its README says where the tables come from.
 *
 * <pre>{@code
 * for (CorpusRange range : corpus.sparkRanges()) {
 *   if (range.expected() instanceof CorpusExpectation.Rows rows) {
 *     assertThat(rows.difference(ourChangeRows(range.table(), range.versions()))).isEmpty();
 *   }
 * }
 * }</pre>
 */
public final class Corpus {
  /** The environment variable with the corpus directory, if that is not next to the checkout. */
  public static final String VARIABLE = "DELTA_CDF_CORPUS";

  private final Path directory;

  /**
   * @throws IllegalArgumentException if there is no corpus in the directory
   */
  public Corpus(Path directory) {
    if (!Files.isDirectory(directory.resolve("spark/oracle"))) {
      throw new IllegalArgumentException("No corpus (with spark/oracle) in " + directory);
    }
    this.directory = directory.toAbsolutePath().normalize();
  }

  /**
   * The corpus named by {@value #VARIABLE}, or else the one in {@code ../shared/corpus} beside the
   * checkout; empty if neither is there.
   *
   * @throws IllegalArgumentException if the variable names a directory without a corpus
   */
  public static Optional<Corpus> find() {
    String named = System.getenv(VARIABLE);
    if (named != null) {
      return Optional.of(new Corpus(Path.of(named)));
    }
    Path beside = ProjectDirectory.get().resolveSibling("shared").resolve("corpus");
    return Files.isDirectory(beside) ? Optional.of(new Corpus(beside)) : Optional.empty();
  }

  public Path directory() {
    return directory;
  }

  /** The results of Spark's {@code readChangeFeed} for its own tables, including rejections. */
  public List<CorpusRange> sparkRanges() {
    return new CorpusSpark(directory).ranges();
  }

  /** The results of Spark's change feed from row tracking for its own tables. */
  public List<CorpusRowTracking> sparkRowTracking() {
    return new CorpusSpark(directory).rowTracking();
  }

  /** Change rows of other readers' tables, computed from the protocol by an independent reader. */
  public List<CorpusRange> computedRanges() {
    return new CorpusRecords(directory).computed();
  }

  /** Change rows and rejections that the test suites of other readers assert. */
  public List<CorpusRange> assertedRanges() {
    return new CorpusRecords(directory).asserted();
  }

  /** The newest snapshots of other readers' tables. */
  public List<CorpusSnapshot> snapshots() {
    return new CorpusRecords(directory).snapshots();
  }

  /** The tables of {@code tables} whose rows are not recorded in {@code snapshots.jsonl}. */
  public List<Path> tablesWithoutSnapshot() {
    Set<Path> recorded =
        snapshots().stream().map(CorpusSnapshot::table).collect(Collectors.toSet());
    try (Stream<Path> tables = Files.list(directory.resolve("tables"))) {
      return tables
          .filter(table -> Files.isDirectory(table.resolve("_delta_log")))
          .filter(table -> !recorded.contains(table))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + directory, e);
    }
  }
}
