package io.deltacdf.connect.testing.consumer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts the events of tables together to whole commits, by the rules in {@code docs/records.md}. It
 * needs no transactions of Kafka: events and markers may come more than once, and those of
 * different partitions in any order. Not thread-safe.
 *
 * <p>Give it the records of the tables' topics (not tombstones that follow a delete event) and the
 * records with the status END of the transaction topic, each partition in its order.
 *
 * @param <E> what is kept of an event
 */
public final class WholeCommits<E> {
  /** Receives the commits of each table in the order of their versions, and the snapshots' rows. */
  public interface Target<E> {
    /**
     * Applies a commit, together with its version. After a restart of the consumer, {@link #resume}
     * needs the version.
     *
     * @param events all events of the commit in their order, each once
     */
    void apply(String table, long version, List<E> events);

    /** Applies a row of a snapshot, which belongs to no commit. */
    void applySnapshotRow(String table, E row);
  }

  private record End<E>(String id, long version, long eventCount, E marker) {}

  private record SnapshotRow<E>(long version, E row) {}

  /** The events of a commit, by their numbers. */
  private static final class Events<E> {
    private final long version;
    private final SortedMap<Long, E> byOrder = new TreeMap<>();

    Events(long version) {
      this.version = version;
    }
  }

  private static final class Table<E> {
    private long applied = -1;
    private final Map<String, Events<E>> commits = new HashMap<>();
    private final Deque<End<E>> ends = new ArrayDeque<>();
    private final Map<String, Long> givenUp = new HashMap<>();
    private final Set<String> snapshots = new HashSet<>();
    private final Deque<SnapshotRow<E>> snapshotRows = new ArrayDeque<>();
    private final Map<Integer, Long> newestByPartition = new HashMap<>();
  }

  private final Target<E> target;
  private final Map<String, Table<E>> tables = new HashMap<>();

  public WholeCommits(Target<E> target) {
    this.target = target;
  }

  /** Goes on after the last version of a table that was applied, after a restart. */
  public void resume(String table, long version) {
    table(table).applied = version;
  }

  /**
   * Accepts an event of a commit.
   *
   * @param version the header {@code delta.commit.version}
   * @param id the header {@code delta.transaction.id}
   * @param order the header {@code delta.transaction.order}
   * @param partition the partition of the record
   */
  public void event(String table, long version, String id, long order, int partition, E event) {
    Table<E> of = table(table);
    of.newestByPartition.merge(partition, version, Math::max);
    // A repeated event has the same id and number.
    if (version > of.applied) {
      of.commits
          .computeIfAbsent(id, any -> new Events<>(version))
          .byOrder
          .putIfAbsent(order, event);
      applyWholeCommits(table, of);
    }
  }

  /**
   * Accepts an END.
   *
   * @param complete false if the commit is given up, because a snapshot replaces it; after a crash
   *     it may be completed after all
   * @param marker what is kept of the END
   */
  public void end(
      String table, long version, String id, long eventCount, boolean complete, E marker) {
    Table<E> of = table(table);
    if (version <= of.applied
        || (complete && of.ends.stream().anyMatch(end -> end.id().equals(id)))) {
      return;
    }
    // If the commit has another id now, it was published again with other options.
    of.ends.removeIf(end -> end.version() >= version);
    if (complete) {
      of.givenUp.remove(id);
      of.ends.add(new End<>(id, version, eventCount, marker));
    } else {
      of.givenUp.put(id, version);
    }
    applyWholeCommits(table, of);
  }

  /**
   * Accepts a row of a snapshot.
   *
   * @param version the header {@code delta.commit.version}
   * @param snapshotId the header {@code delta.snapshot.id}
   * @param partition the partition of the record
   */
  public void snapshotRow(String table, long version, String snapshotId, int partition, E row) {
    Table<E> of = table(table);
    if (of.snapshots.add(snapshotId)) {
      if (version < of.applied) {
        // Another table is at the path, or the connector was set back: its commits follow again.
        of.applied = version;
        of.newestByPartition.clear();
      }
    } else if (of.newestByPartition.getOrDefault(partition, -1L) > version) {
      // A snapshot that is resumed repeats rows; the changes that follow them are applied.
      return;
    }
    of.snapshotRows.add(new SnapshotRow<>(version, row));
    applyWholeCommits(table, of);
  }

  /**
   * Returns what is accepted and not applied. A consumer that is restarted has to read these
   * records again.
   */
  public List<E> heldBack() {
    List<E> held = new ArrayList<>();
    for (Table<E> table : tables.values()) {
      table.commits.values().forEach(events -> held.addAll(events.byOrder.values()));
      table.ends.forEach(end -> held.add(end.marker()));
      table.snapshotRows.forEach(row -> held.add(row.row()));
    }
    return held;
  }

  private Table<E> table(String name) {
    return tables.computeIfAbsent(name, any -> new Table<>());
  }

  private void applyWholeCommits(String table, Table<E> of) {
    applySnapshotRows(table, of);
    while (!of.ends.isEmpty()) {
      End<E> end = of.ends.peek();
      Events<E> events = of.commits.getOrDefault(end.id(), new Events<>(end.version()));
      if (events.byOrder.size() < end.eventCount()) {
        return;
      }
      of.ends.remove();
      of.applied = end.version();
      of.commits.values().removeIf(commit -> commit.version <= of.applied);
      of.givenUp.values().removeIf(given -> given <= of.applied);
      target.apply(table, end.version(), new ArrayList<>(events.byOrder.values()));
      applySnapshotRows(table, of);
    }
  }

  /** The rows of a snapshot wait for the commits up to its version. */
  private void applySnapshotRows(String table, Table<E> of) {
    while (!of.snapshotRows.isEmpty()) {
      SnapshotRow<E> row = of.snapshotRows.peek();
      if (of.commits.entrySet().stream()
          .anyMatch(
              commit ->
                  commit.getValue().version <= row.version()
                      && !of.givenUp.containsKey(commit.getKey()))) {
        return;
      }
      of.snapshotRows.remove();
      target.applySnapshotRow(table, row.row());
    }
  }
}
