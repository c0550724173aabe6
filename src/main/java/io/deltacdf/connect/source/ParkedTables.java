package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import java.util.Map;
import java.util.TreeMap;

/** Knows which tables of a task are parked, and fails when no other table is left. Thread-safe. */
final class ParkedTables {
  private final Map<String, DeltaCdfException> failures = new TreeMap<>();

  /** The number of tables that are not published completely. */
  private int open;

  ParkedTables(int tables) {
    open = tables;
  }

  /**
   * Parks a table, or notes the newest failure of a parked one.
   *
   * @throws DeltaCdfException if all tables are parked that are not published completely
   */
  synchronized void park(String table, DeltaCdfException failure) {
    failures.put(table, failure);
    requireOneRuns(failure);
  }

  /** Notes that a table is read again. */
  synchronized void resume(String table) {
    failures.remove(table);
  }

  /**
   * Notes that a table is published, so that nothing follows.
   *
   * @throws DeltaCdfException if all other tables are parked that are not published completely
   */
  synchronized void complete() {
    open--;
    failures.values().stream().findFirst().ifPresent(this::requireOneRuns);
  }

  private void requireOneRuns(DeltaCdfException failure) {
    if (failures.size() >= open) {
      throw SourceErrors.allParked(failures, failure);
    }
  }
}
