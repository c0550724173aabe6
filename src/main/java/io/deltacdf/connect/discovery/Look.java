package io.deltacdf.connect.discovery;

import java.util.List;
import java.util.Map;

/**
 * The result of a look at a root.
 *
 * @param found what is below the root
 * @param tables the tables to publish; those that were known before come first
 * @param skipped why the other tables are not published, by their paths below the root
 */
public record Look(FoundTables found, List<Candidate> tables, Map<String, Skipped> skipped) {
  /**
   * Why a table is skipped.
   *
   * @param reason what is wrong, and what to do
   * @param isCertain whether this is a fact about the table or its options, and not a failure of
   *     the store
   */
  public record Skipped(String reason, boolean isCertain) {}
}
