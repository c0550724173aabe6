package io.deltacdf.connect.demo;

import io.deltacdf.connect.table.DeltaTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What differs between the demo's own table and one of the user's. */
interface Run {
  DeltaTable table();

  /** The key columns. */
  List<String> key();

  /** Options of the connector, besides those of every run. */
  Map<String, String> options();

  /** How long the next event may take. */
  Duration patience();

  /**
   * Prints the events until the topic equals the table.
   *
   * @return the comparison of both
   */
  Comparison follow(Follower follower, EventLog log);

  /** Tells what a version did to the table, for events that no step has announced. */
  default String describe(long version) {
    return "v" + version;
  }
}
