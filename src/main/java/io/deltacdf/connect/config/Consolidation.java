package io.deltacdf.connect.config;

/** {@code commit.consolidation}: how the changes of one key in one commit are put together. */
public enum Consolidation {
  /** Deletes come before creates and updates; a pre- and postimage of one key is one update. */
  KEY,
  /** Every row of the change feed but the preimages is one record. */
  NONE
}
