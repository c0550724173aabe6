package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a right reader makes of a range of versions. */
public sealed interface CorpusExpectation {

  /**
   * It gives these rows.
   *
   * @param rows all of them, or a sample if the counts say so; with a schema where Spark gave one
   * @param counts how many rows there are by version and change type ({@code 3 delete}), exactly;
   *     empty where the rows are all there are
   * @param commitTimestamps whether those of the rows count: modification times do not survive a
   *     checkout
   */
  record Rows(OracleRows rows, Map<String, Integer> counts, boolean commitTimestamps)
      implements CorpusExpectation {

    public Rows {
      counts = Map.copyOf(counts);
    }

    /**
     * What the actual rows have otherwise, in words; empty if they are right. Where Spark gave a
     * schema, the actual rows are projected onto it: a version whose schema lacks a column gives
     * null.
     */
    public String difference(OracleRows actual) {
      OracleRows given = rows.schema().map(actual::project).orElse(actual);
      String[] ignored =
          commitTimestamps ? new String[0] : new String[] {OracleRows.COMMIT_TIMESTAMP};
      List<String> differences = new ArrayList<>();
      if (counts.isEmpty()) {
        differences.add(rows.difference(given, ignored));
      } else {
        Map<String, Integer> actualCounts = count(given);
        if (!actualCounts.equals(counts)) {
          differences.add(
              "Rows by version and change type are "
                  + actualCounts
                  + ", not "
                  + new TreeMap<>(counts));
        }
        differences.add(rows.missing(given, ignored));
      }
      differences.removeIf(String::isEmpty);
      return String.join("\n", differences);
    }

    private static Map<String, Integer> count(OracleRows rows) {
      Map<String, Integer> counts = new TreeMap<>();
      rows.rows()
          .forEach(
              row ->
                  counts.merge(
                      row.required(OracleRows.COMMIT_VERSION).asText()
                          + " "
                          + row.required(OracleRows.CHANGE_TYPE).asText(),
                      1,
                      Integer::sum));
      return counts;
    }
  }

  /**
   * It refuses, with {@code change.feed=require}, and skips nothing.
   *
   * @param reason as the reader said that gave the expectation: Spark's error class, or words
   */
  record Refused(String reason) implements CorpusExpectation {}

  /**
   * Spark refuses, and we do not: every version has its own schema, and is read with it. Which rows
   * it gives is not recorded.
   *
   * @param reason Spark's error class
   */
  record ReadOn(String reason) implements CorpusExpectation {}
}
