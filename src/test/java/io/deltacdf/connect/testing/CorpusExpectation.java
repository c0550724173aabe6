package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of a correct reader for a range of versions. */
public sealed interface CorpusExpectation {

  /**
   * The reader returns these rows.
   *
   * @param rows all rows, or a sample if the counts are larger; with a schema if Spark returned one
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
     * Describes how the actual rows differ; empty if they are correct. Where Spark gave a schema,
     * the actual rows are projected onto it: a version whose schema lacks a column gives null.
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
   * The reader rejects the range with {@code change.feed=require}, and skips nothing.
   *
   * @param reason the reason given by the original reader: Spark's error class, or text
   */
  record Refused(String reason) implements CorpusExpectation {}

  /**
   * Spark rejects the range, but the connector does not, because it reads each version with its own
   * schema. The expected rows are not recorded.
   *
   * @param reason Spark's error class
   */
  record ReadOn(String reason) implements CorpusExpectation {}
}
