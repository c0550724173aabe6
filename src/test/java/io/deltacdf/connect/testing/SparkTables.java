package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kinds of table that Spark creates for tests. Each kind is an SQL file in {@code spark-tables}
 * or {@code spark-tables-without-feed} of the test resources.
 */
public final class SparkTables {
  private static final Logger LOG = LoggerFactory.getLogger(SparkTables.class);
  private static final Map<String, SparkTable> KINDS = read("/spark-tables");
  private static final Map<String, SparkTable> WITHOUT_FEED = read("/spark-tables-without-feed");
  private static final Memo<SparkTable, Path> MADE =
      new Memo<>(kind -> kind.make(SparkOracle.shared(), SharedDirectory.TABLES));
  private static final Memo<SparkTable, OracleRows> ROWS =
      new Memo<>(kind -> SparkOracle.shared().rows(shared(kind)));
  private static final Memo<FeedRange, OracleRows> CHANGES =
      new Memo<>(feed -> SparkOracle.shared().changes(shared(feed.kind()), feed.range()));

  private record FeedRange(SparkTable kind, VersionRange range) {}

  private SparkTables() {}

  /**
   * Returns the kinds whose change feed is off in most or all versions, by name. The ranges of
   * kinds with row tracking are those of {@link SparkOracle#rowTrackingChanges}.
   */
  public static List<SparkTable> withoutFeed() {
    return List.copyOf(WITHOUT_FEED.values());
  }

  /** Returns all other kinds, by name. */
  public static List<SparkTable> all() {
    return List.copyOf(KINDS.values());
  }

  /**
   * Returns a kind.
   *
   * @throws IllegalArgumentException if there is no kind with this name
   */
  public static SparkTable kind(String name) {
    SparkTable kind = KINDS.get(name);
    if (kind == null) {
      throw new IllegalArgumentException(
          "There is no kind of table " + name + "; there are " + KINDS);
    }
    return kind;
  }

  /**
   * Returns a table of the kind, which the shared oracle creates on first use. All tests of a JVM
   * share it, and must not change it.
   *
   * @return the table's directory
   */
  public static Path shared(SparkTable kind) {
    return MADE.get(kind);
  }

  /** {@link SparkOracle#rows(Path)} of a shared table, queried once. */
  public static OracleRows rows(SparkTable kind) {
    return ROWS.get(kind);
  }

  /** {@link SparkOracle#changes} of a shared table, queried once. */
  public static OracleRows changes(SparkTable kind, VersionRange range) {
    return CHANGES.get(new FeedRange(kind, range));
  }

  /**
   * Starts to create the tables of all kinds and to query their rows and changes, and returns at
   * once. A failure is reported to the test that asks for the table, its rows or its changes.
   */
  static void prepareInBackground() {
    Queue<SparkTable> remaining = new ConcurrentLinkedQueue<>(KINDS.values());
    remaining.addAll(WITHOUT_FEED.values());
    for (int i = 0; i < SparkOracle.CONNECTIONS; i++) {
      Thread thread = new Thread(() -> prepare(remaining), "spark-tables-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void prepare(Queue<SparkTable> remaining) {
    for (SparkTable kind = remaining.poll(); kind != null; kind = remaining.poll()) {
      try {
        rows(kind);
        if (KINDS.containsKey(kind.name())) {
          for (VersionRange range : kind.ranges()) {
            changes(kind, range);
          }
        }
      } catch (IllegalStateException e) {
        // The test that uses this table gets the same exception.
        LOG.warn("Cannot prepare the table {}", kind, e);
      }
    }
  }

  private static Map<String, SparkTable> read(String resources) {
    URL directory = SparkTables.class.getResource(resources);
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      return files
          .sorted()
          .map(SparkTables::read)
          .collect(
              Collectors.toMap(
                  SparkTable::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + directory, e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Cannot read " + directory, e);
    }
  }

  private static SparkTable read(Path file) {
    try {
      String name = file.getFileName().toString().replace(".sql", "");
      return SparkTable.parse(name, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static final class SharedDirectory {
    static final Path TABLES = ProjectDirectory.newWorkDirectory("spark-tables");
  }
}
