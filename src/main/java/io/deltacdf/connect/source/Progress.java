package io.deltacdf.connect.source;

/** What a step left behind. */
public enum Progress {
  /** There is more to do at once. */
  MORE,
  /** Nothing is new; another look is worth it later. */
  IDLE,
  /** The table is published as far as its options say; there never is more. */
  DONE
}
