package io.deltacdf.connect.testing.histories;

/**
 * A step of a history. It makes at most one commit, and none if it does not apply to the current
 * table. Therefore each part of a history is a history as well.
 */
public interface Step {
  void apply(World world);
}
