package io.deltacdf.connect.source;

/** The result of a step. */
public enum Progress {
  /** There is more to do at once. */
  MORE,
  /** There is nothing new; check again later. */
  IDLE,
  /** Nothing can be done before Connect has stored an offset; check again soon. */
  WAITING,
  /** Everything that the options ask for is published; nothing follows. */
  DONE
}
