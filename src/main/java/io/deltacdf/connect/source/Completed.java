package io.deltacdf.connect.source;

/** Nothing more is published. */
final class Completed implements Phase {
  @Override
  public Step step() {
    return new Step(Progress.DONE, this);
  }
}
