package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of the corpus that Spark made: {@code spark/tables/T}, and in {@code spark/oracle} files
 * {@code T.jsonl}, {@code T_v1_4.jsonl} (versions 1 to 4), {@code T_from0.jsonl}, the same with
 * {@code .err} for an error class, {@code .schema.json} beside rows, and the feeds from row
 * tracking.
 */
final class CorpusSpark {
  private static final Pattern ANSWER =
      Pattern.compile(
          "(?<range>(?<table>.+?)(_v(?<from>\\d+)_(?<to>\\d+)|_from(?<start>\\d+))?)\\.(jsonl|err)");
  private static final Pattern ROW_TRACKING =
      Pattern.compile("(.+)\\.((changes|rows)[a-z_]*)\\.jsonl");
  private static final Pattern FIRST_VERSION =
      Pattern.compile("\\| (\\w+) \\| (\\d+) \\| \\d+ \\|");

  /** The table whose commit timestamps are inside its commits. */
  private static final Set<String> COMMIT_TIMESTAMPS = Set.of("ict");

  /** Where Spark stops because the schema changes within the range: we go on. */
  private static final Set<String> SCHEMA_CHANGES =
      Set.of(
          "DELTA_CHANGE_DATA_FEED_INCOMPATIBLE_SCHEMA_CHANGE",
          "DELTA_CHANGE_DATA_FEED_INCOMPATIBLE_DATA_SCHEMA",
          "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH");

  /** Where Spark stops because the feed is not there: so do we. */
  private static final Set<String> NO_FEED =
      Set.of(
          "DELTA_MISSING_CHANGE_DATA",
          "DELTA_LOG_FILE_NOT_FOUND",
          "DELTA_CDC_START_VERSION_AFTER_LATEST",
          "COLUMN_ALREADY_EXISTS",
          "FAILED_READ_FILE.FILE_NOT_EXIST");

  private final Path corpus;

  CorpusSpark(Path corpus) {
    this.corpus = corpus;
  }

  List<CorpusRange> ranges() {
    Map<String, Long> firstVersions = firstVersions();
    List<CorpusRange> ranges = new ArrayList<>();
    for (Path file : answers()) {
      Matcher answer = ANSWER.matcher(name(file));
      if (isRowTracking(file) || name(file).endsWith(".schema.json")) {
        continue;
      }
      if (!answer.matches()) {
        throw new IllegalStateException("Unknown kind of answer: " + file);
      }
      ranges.add(
          new CorpusRange(
              "spark/" + answer.group("range"),
              table(answer.group("table"), file),
              versions(answer, firstVersions),
              expected(file, answer.group("table"))));
    }
    return ranges;
  }

  List<CorpusRowTracking> rowTracking() {
    List<CorpusRowTracking> feeds = new ArrayList<>();
    for (Path file : answers()) {
      Matcher matcher = ROW_TRACKING.matcher(name(file));
      if (matcher.matches()) {
        feeds.add(rowTracking(file, matcher.group(1), matcher.group(2)));
      }
    }
    return feeds;
  }

  private CorpusRowTracking rowTracking(Path file, String table, String suffix) {
    CorpusRowTracking.Feed feed =
        Stream.of(CorpusRowTracking.Feed.values())
            .filter(f -> f.suffix().equals(suffix))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("Unknown feed: " + file));
    // The feed starts at the first version at which row tracking is on, which is that of the first
    // updates.
    Path updates =
        file.resolveSibling(table + "." + CorpusRowTracking.Feed.UPDATES.suffix() + ".jsonl");
    long from =
        rows(updates).rows().stream()
            .mapToLong(row -> row.required(OracleRows.COMMIT_VERSION).asLong())
            .min()
            .orElseThrow();
    return new CorpusRowTracking(
        "spark/" + table + "." + suffix, table(table, file), feed, from, rows(file));
  }

  private static CorpusExpectation expected(Path file, String table) {
    if (name(file).endsWith(".jsonl")) {
      return new CorpusExpectation.Rows(rows(file), Map.of(), COMMIT_TIMESTAMPS.contains(table));
    }
    String errorClass = read(file).strip();
    if (SCHEMA_CHANGES.contains(errorClass)) {
      return new CorpusExpectation.ReadOn(errorClass);
    }
    if (NO_FEED.contains(errorClass)) {
      return new CorpusExpectation.Refused(errorClass);
    }
    throw new IllegalStateException("There is no expectation for " + errorClass + " in " + file);
  }

  private static OracleRows rows(Path file) {
    OracleRows rows = OracleRows.read(file);
    Path schema = file.resolveSibling(name(file).replaceFirst("\\.jsonl$", ".schema.json"));
    return Files.exists(schema) ? rows.withSchema(OracleRows.json(read(schema))) : rows;
  }

  private static VersionRange versions(Matcher answer, Map<String, Long> firstVersions) {
    if (answer.group("from") != null) {
      return VersionRange.of(
          Long.parseLong(answer.group("from")), Long.parseLong(answer.group("to")));
    }
    return VersionRange.from(
        answer.group("start") != null
            ? Long.parseLong(answer.group("start"))
            : firstVersions.getOrDefault(answer.group("table"), 1L));
  }

  /** From the README's table; without a line in it, 1: the version after that which creates. */
  private Map<String, Long> firstVersions() {
    Map<String, Long> versions = new HashMap<>();
    for (String line : read(corpus.resolve("README.md")).lines().toList()) {
      Matcher matcher = FIRST_VERSION.matcher(line.strip());
      if (matcher.matches()) {
        versions.put(matcher.group(1), Long.parseLong(matcher.group(2)));
      }
    }
    return versions;
  }

  private Path table(String name, Path file) {
    Path table = corpus.resolve("spark/tables").resolve(name);
    if (!Files.isDirectory(table)) {
      throw new IllegalStateException("No table " + table + " for " + file);
    }
    return table;
  }

  /** All files but those of the streaming reader, which are for information only. */
  private List<Path> answers() {
    Path oracle = corpus.resolve("spark/oracle");
    try (Stream<Path> files = Files.list(oracle)) {
      return files.filter(file -> !name(file).contains(".stream.")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + oracle, e);
    }
  }

  private static boolean isRowTracking(Path file) {
    return ROW_TRACKING.matcher(name(file)).matches();
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
