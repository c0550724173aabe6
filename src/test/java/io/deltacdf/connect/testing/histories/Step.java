package io.deltacdf.connect.testing.histories;

/**
 * A step of a history. It makes at most one commit, and no commit if it does not apply to the
 * current table. Therefore any subsequence of a history's steps is a valid history as well.
 */
public interface Step {
  void apply(World world);
}
