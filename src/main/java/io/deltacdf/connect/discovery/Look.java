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
   * @param kind what it is about
   * @param reason what is wrong, and what to do
   */
  public record Skipped(Kind kind, String reason) {
    /** Returns whether this is a fact about the table or its options. */
    public boolean isCertain() {
      return kind != Kind.RETRIABLE;
    }
  }

  /** What the reason for skipping a table is about. */
  public enum Kind {
    /** Its name or topic belongs to another table. */
    NAME,
    /** Its options, such as a missing key. */
    OPTIONS,
    /** The table cannot be read as configured. */
    TABLE,
    /** A failure that may pass, such as one of the store. */
    RETRIABLE
  }
}
