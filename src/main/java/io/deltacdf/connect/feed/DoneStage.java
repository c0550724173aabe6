package io.deltacdf.connect.feed;

/** Nothing more is published. */
final class DoneStage implements Stage {
  @Override
  public Step step() {
    return new Step(Progress.DONE, this);
  }
}
