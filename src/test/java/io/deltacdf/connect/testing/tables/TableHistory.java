package io.deltacdf.connect.testing.tables;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All commits of a table and the state after the last: the model. */
final class TableHistory {
  private final TableState state = new TableState();
  private final List<Commit> commits = new ArrayList<>();
  private final Map<Path, LiveFile> knownFiles = new HashMap<>();
  private long lastTimestamp;

  TableState state() {
    return state;
  }

  /** The table at a version, by replaying its commits. */
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

  /** The file as it was last added, live or not; null for one never added. */
  LiveFile knownFile(DataFile file) {
    return knownFiles.get(file.location());
  }

  /** The clock's, ms, but always past the last commit's. */
  long nextTimestamp() {
    return Math.max(lastTimestamp + 1, System.currentTimeMillis());
  }

  /**
   * Takes the next commit.
   *
   * @param commit with the timestamp of its commit info
   * @param modificationTime of the log file, ms
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
