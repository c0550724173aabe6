package io.deltacdf.connect.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A kind of Delta table that Spark creates.
 *
 * @param name the name of the kind
 * @param description what the kind demonstrates
 * @param directory the name of the table's directory
 * @param key the primary key: no two rows of a version share it
 * @param firstVersion of its change feed
 * @param ranges the ranges for which Spark returns a change feed; it rejects others because the
 *     schema changes or the change feed is off
 * @param history whether the changes from the first version on, across all schema changes, produce
 *     the table
 * @param traits what the log must contain, so that the table is of this kind
 * @param statements in SQL, with {@code {table}} for the table
 */
public record SparkTable(
    String name,
    String description,
    String directory,
    List<String> key,
    long firstVersion,
    List<VersionRange> ranges,
    History history,
    Set<SparkTableTrait> traits,
    List<String> statements) {
  /** What the changes from the first version on produce. */
  public enum History {
    /** The table, with the rows that Spark returns. */
    WHOLE,
    /** The table as well, because its last versions rewrite all rows with the newest schema. */
    REPUBLISHED,
    /** Not the table. */
    PARTIAL
  }

  private static final Pattern HEADER = Pattern.compile("-- ([a-z]+): (.+)");

  public SparkTable {
    key = List.copyOf(key);
    ranges = List.copyOf(ranges);
    traits = Set.copyOf(traits);
    statements = List.copyOf(statements);
  }

  /** Returns the path of the table in a directory of tables. */
  public Path path(Path tables) {
    return tables.resolve(directory);
  }

  /**
   * Creates the table.
   *
   * @param tables the directory of the tables, in which each kind has its own directory
   * @return the table's directory
   * @throws IllegalStateException if the created table lacks a trait
   */
  public Path make(SparkOracle oracle, Path tables) {
    Path path = path(tables);
    oracle.sql(statements(path, tables.resolve(name + ".source")));
    TableLog log = TableLog.read(path);
    List<SparkTableTrait> lacking = traits.stream().filter(trait -> !trait.in(log)).toList();
    if (!lacking.isEmpty()) {
      throw new IllegalStateException(
          "The table " + name + " is not what it claims to be, it lacks " + lacking);
    }
    return path;
  }

  private List<String> statements(Path table, Path source) {
    return statements.stream()
        .map(
            statement ->
                statement
                    .replace("{table}", identifier(table))
                    .replace("{source}", identifier(source))
                    .replace("{cdf}", "'delta.enableChangeDataFeed' = 'true'")
                    .replace("{dv}", "'delta.enableDeletionVectors' = 'true'"))
        .toList();
  }

  /** The name of a table in SQL, by its path. */
  public static String identifier(Path path) {
    return "delta.`" + path.toAbsolutePath().toString().replace("`", "``") + "`";
  }

  /**
   * A kind from its file: comments say what it shows and give its properties ({@code -- key: id},
   * {@code first}, {@code ranges}, {@code history}, {@code traits}, {@code directory}), statements
   * end at the end of a line.
   */
  static SparkTable parse(String name, List<String> lines) {
    List<String> description = new ArrayList<>();
    Map<String, String> headers = new HashMap<>();
    StringBuilder sql = new StringBuilder();
    for (String line : lines) {
      Matcher header = HEADER.matcher(line);
      if (header.matches()) {
        headers.put(header.group(1), header.group(2).strip());
      } else if (line.startsWith("--")) {
        description.add(line.substring(2).strip());
      } else {
        sql.append(line).append('\n');
      }
    }
    List<VersionRange> ranges =
        list(taken(headers, "ranges", "1..")).stream().map(VersionRange::parse).toList();
    SparkTable table =
        new SparkTable(
            name,
            String.join(" ", description),
            taken(headers, "directory", name),
            list(taken(headers, "key", "")),
            Long.parseLong(taken(headers, "first", Long.toString(ranges.get(0).from()))),
            ranges,
            history(taken(headers, "history", "whole")),
            traits(list(taken(headers, "traits", ""))),
            Arrays.stream(sql.toString().split(";\\s*\n")).map(String::strip).toList());
    if (!headers.isEmpty()) {
      throw new IllegalArgumentException(name + ": unknown " + headers.keySet());
    }
    return table;
  }

  private static String taken(Map<String, String> headers, String name, String absent) {
    String value = headers.remove(name);
    return value == null ? absent : value;
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static History history(String name) {
    return Stream.of(History.values())
        .filter(history -> history.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "history is whole, republished or partial, not " + name));
  }

  private static Set<SparkTableTrait> traits(List<String> names) {
    Set<SparkTableTrait> traits = EnumSet.noneOf(SparkTableTrait.class);
    names.forEach(name -> traits.add(SparkTableTrait.parse(name)));
    return traits;
  }

  @Override
  public String toString() {
    return name;
  }
}
