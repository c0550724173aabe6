package io.deltacdf.connect.testing.histories;

/**
 * One step of a history. It makes at most one commit, and none where the table as it is gives no
 * occasion: so each part of a history is a history.
 */
public interface Step {
  void apply(World world);
}
