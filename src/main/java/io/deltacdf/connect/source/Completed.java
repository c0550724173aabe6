package io.deltacdf.connect.source;

/** Publishes nothing: the last phase of a table whose options limit what is published. */
final class Completed implements Phase {
  @Override
  public Progress step(PhaseEvents events) {
    return Progress.DONE;
  }
}
