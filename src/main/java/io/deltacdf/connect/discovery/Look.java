package io.deltacdf.connect.discovery;

import java.util.List;
import java.util.Map;

/**
 * The result of a look at a root or at schemas of a catalog.
 *
 * @param found what is there
 * @param tables the tables to publish; those that were known before come first
 * @param skipped why the other tables are not published, by their paths
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

    /** Returns whether somebody has to do something about it. */
    public boolean isTrouble() {
      return kind != Kind.FORMAT;
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
    /** It is a view, or a table of another format, which can never be published. */
    FORMAT,
    /** A failure that may pass, such as one of the store. */
    RETRIABLE
  }
}
