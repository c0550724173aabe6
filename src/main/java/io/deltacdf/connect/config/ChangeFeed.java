package io.deltacdf.connect.config;

/** {@code change.feed}: where the changes of a commit come from. */
public enum ChangeFeed {
  /**
   * From the change data feed if it is on at the commit, and else derived from the files that the
   * commit removed and added.
   */
  AUTO,
  /** From the change data feed only. A commit that changes data while it is off is an error. */
  REQUIRE,
  /** Always derived from the files that the commit removed and added. */
  DERIVE
}
