package io.deltacdf.connect.testing.tables;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The model of a table: all commits and the state after the last commit. */
final class TableHistory {
  private final TableState state = new TableState();
  private final List<Commit> commits = new ArrayList<>();
  private final Map<Path, LiveFile> knownFiles = new HashMap<>();
  private long lastTimestamp;

  TableState state() {
    return state;
  }

  /** Returns the table at a version, by replaying its commits. */
  TableState stateAt(long version) {
    TableState then = new TableState();
    commits.subList(0, Math.toIntExact(version + 1)).forEach(then::apply);
    return then;
  }

  long version() {
    return commits.size() - 1L;
  }

  Commit commit(long version) {
    return commits.get(Math.toIntExact(version));
  }

  /**
   * Returns the file in the state in which it was last added, even if it was removed since; null if
   * it was never added.
   */
  LiveFile knownFile(DataFile file) {
    return knownFiles.get(file.location());
  }

  /** Returns the current time, ms, or a later time if the last commit is not before it. */
  long nextTimestamp() {
    return Math.max(lastTimestamp + 1, System.currentTimeMillis());
  }

  /**
   * Adds the next commit.
   *
   * @param commit the commit, with the timestamp of its commit info
   * @param modificationTime the modification time of the log file, ms
   */
  void add(Commit commit, long modificationTime) {
    lastTimestamp = commit.timestamp();
    state.apply(commit);
    commits.add(commit.withTimestamp(readersTimestamp(commit, modificationTime)));
    for (TableAction.Add add : commit.actions(TableAction.Add.class)) {
      knownFiles.put(add.file().file().location(), add.file());
    }
  }

  private long readersTimestamp(Commit commit, long modificationTime) {
    if (state.metadata().isOn(TestTable.IN_COMMIT_TIMESTAMPS)) {
      return commit.timestamp();
    }
    return commits.isEmpty()
        ? modificationTime
        : Math.max(modificationTime, commits.get(commits.size() - 1).timestamp() + 1);
  }
}
