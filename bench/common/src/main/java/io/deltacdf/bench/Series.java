package io.deltacdf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The results of a file by table, phase and run, in the order of their first appearance. */
final class Series {
  /**
   * What is compared.
   *
   * @param phase {@code cold} or {@code warm}
   * @param name the run, such as {@code connector-avro-tuned}
   */
  record Key(String table, String phase, String name) {
    private static Key of(Result result) {
      return new Key(result.text("table"), result.text("phase"), result.text("name"));
    }

    /** The first pass of the same run. */
    Key cold() {
      return new Key(table, "cold", name);
    }

    /** The same table and phase with another run. */
    Key with(String other) {
      return new Key(table, phase, other);
    }
  }

  private final Map<Key, List<Result>> results = new LinkedHashMap<>();

  private Series() {}

  /** Reads the lines that are results with a throughput. */
  static Series read(List<String> lines) {
    Series series = new Series();
    for (String line : lines) {
      Result.parse(line)
          .filter(result -> result.number("rows_s").isPresent())
          .ifPresent(
              result ->
                  series
                      .results
                      .computeIfAbsent(Key.of(result), key -> new ArrayList<>())
                      .add(result));
    }
    return series;
  }

  Set<Key> keys() {
    return results.keySet();
  }

  List<String> names(String phase) {
    return results.keySet().stream()
        .filter(key -> key.phase.equals(phase))
        .map(Key::name)
        .distinct()
        .toList();
  }

  List<String> tables(String phase) {
    return results.keySet().stream()
        .filter(key -> key.phase.equals(phase))
        .map(Key::table)
        .distinct()
        .toList();
  }

  /** The number of passes. */
  int size(Key key) {
    return of(key).size();
  }

  double[] values(Key key, String field) {
    return values(of(key), field);
  }

  /** Spark's run on the same table and phase with the same format: JSON, or Avro for all others. */
  Key sparkOf(Key key) {
    return key.with("spark-" + (key.name.contains("-json") ? "json" : "avro"));
  }

  /** The run on the same table and phase whose records were ready in memory. */
  Key readyOf(Key key) {
    return key.with(key.name.replaceFirst("^[a-z]+-", "ready-"));
  }

  /** The rounds in which both ran. */
  int rounds(Key some, Key others) {
    return common(of(some), of(others)).size();
  }

  /** The ratio of the medians of a field, for each round in which both ran. */
  double[] ratios(Key some, Key others, String field) {
    ToDoubleFunction<List<Result>> middle = passes -> median(values(passes, field));
    return common(of(some), of(others)).stream()
        .mapToDouble(
            round ->
                middle.applyAsDouble(inRound(of(some), round))
                    / middle.applyAsDouble(inRound(of(others), round)))
        .toArray();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private List<Result> of(Key key) {
    return results.getOrDefault(key, List.of());
  }

  private static Set<String> common(List<Result> some, List<Result> others) {
    Set<String> rounds = new TreeSet<>();
    some.forEach(result -> rounds.add(result.text("round")));
    rounds.retainAll(others.stream().map(result -> result.text("round")).toList());
    return rounds;
  }

  private static List<Result> inRound(List<Result> passes, String round) {
    return passes.stream().filter(result -> result.text("round").equals(round)).toList();
  }

  private static double[] values(List<Result> passes, String field) {
    return passes.stream()
        .map(result -> result.number(field))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }
}
