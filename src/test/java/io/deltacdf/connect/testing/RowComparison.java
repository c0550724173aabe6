package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares two multisets of rows in canonical form. */
final class RowComparison {
  private static final int SHOWN = 20;

  private final int expectedRows;
  private final int actualRows;
  private final List<SortedMap<String, String>> missing;
  private final List<SortedMap<String, String>> unexpected;

  RowComparison(List<SortedMap<String, String>> expected, List<SortedMap<String, String>> actual) {
    expectedRows = expected.size();
    actualRows = actual.size();
    missing = minus(expected, actual);
    unexpected = minus(actual, expected);
  }

  private static List<SortedMap<String, String>> minus(
      List<SortedMap<String, String>> rows, List<SortedMap<String, String>> others) {
    Map<SortedMap<String, String>, Integer> counts = new HashMap<>();
    others.forEach(row -> counts.merge(row, 1, Integer::sum));
    return rows.stream().filter(row -> counts.merge(row, -1, Integer::sum) < 0).toList();
  }

  /**
   * Describes the differences: {@code -} marks a missing row and {@code +} an unexpected one. For
   * two similar rows, it lists the columns that differ.
   *
   * @param both whether unexpected rows count as well as missing ones
   * @return the description, empty if there are no differences
   */
  String describe(boolean both) {
    if (missing.isEmpty() && (!both || unexpected.isEmpty())) {
      return "";
    }
    StringBuilder text =
        new StringBuilder()
            .append(expectedRows)
            .append(" rows expected, ")
            .append(actualRows)
            .append(" given; ")
            .append(missing.size())
            .append(" missing (-)");
    if (both) {
      text.append(", ").append(unexpected.size()).append(" unexpected (+)");
    }
    List<SortedMap<String, String>> rest = new ArrayList<>(unexpected);
    for (SortedMap<String, String> row : first(missing)) {
      line(text, "- ", row);
      Optional<SortedMap<String, String>> near = nearest(row, rest);
      near.ifPresent(
          other -> {
            rest.remove(other);
            text.append("\n    but: ").append(differences(row, other));
          });
    }
    omitted(text, missing.size());
    if (both) {
      first(rest).forEach(row -> line(text, "+ ", row));
      omitted(text, rest.size());
    }
    return text.toString();
  }

  private static List<SortedMap<String, String>> first(List<SortedMap<String, String>> rows) {
    return rows.subList(0, Math.min(SHOWN, rows.size()));
  }

  private static void line(StringBuilder text, String sign, SortedMap<String, String> row) {
    text.append("\n  ").append(sign).append(row);
  }

  private static void omitted(StringBuilder text, int rows) {
    if (rows > SHOWN) {
      text.append("\n  … ").append(rows - SHOWN).append(" more");
    }
  }

  /** Returns the row that differs in the fewest columns, if most columns are equal. */
  private static Optional<SortedMap<String, String>> nearest(
      SortedMap<String, String> row, List<SortedMap<String, String>> candidates) {
    return candidates.stream()
        .filter(other -> 2 * differing(row, other).size() <= row.size())
        .min(Comparator.comparingInt(other -> differing(row, other).size()));
  }

  private static TreeSet<String> differing(
      SortedMap<String, String> row, SortedMap<String, String> other) {
    TreeSet<String> columns = new TreeSet<>(row.keySet());
    columns.addAll(other.keySet());
    columns.removeIf(column -> Objects.equals(row.get(column), other.get(column)));
    return columns;
  }

  private static String differences(
      SortedMap<String, String> row, SortedMap<String, String> other) {
    StringBuilder text = new StringBuilder();
    for (String column : differing(row, other)) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(column)
          .append(" is ")
          .append(other.get(column))
          .append(", not ")
          .append(row.get(column));
    }
    return text.toString();
  }
}
