package io.deltacdf.connect.config;

/** {@code change.feed}: where the changes of a commit come from. */
public enum ChangeFeed {
  /** From the change data feed alone; a commit that changes data while it is off is an error. */
  REQUIRE
}
