package io.deltacdf.connect.config;

/** {@code commit.consolidation}: how the changes of one commit to the same key are combined. */
public enum Consolidation {
  /**
   * Deletes come before inserts and updates; the preimage and postimage of a key are one update.
   */
  KEY,
  /** Every row of the change data feed is one record. Preimages are left out by default. */
  NONE
}
