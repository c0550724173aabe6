package io.deltacdf.connect.testing.tables;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A commit that was written.
 *
 * @param timestamp the commit's time for readers, ms: the in-commit timestamp if the table has
 *     them; otherwise the log file's modification time, but at least 1 ms after the previous commit
 * @param metrics the operation metrics of the commit info
 */
public record Commit(
    long version,
    long timestamp,
    String operation,
    Map<String, String> metrics,
    List<TableAction> actions) {
  public Commit {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    actions = List.copyOf(actions);
  }

  Commit withTimestamp(long millis) {
    return new Commit(version, millis, operation, metrics, actions);
  }

  /** Returns whether the commit has a metaData or protocol action. */
  public boolean changesMetadata() {
    return !actions(TableAction.Metadata.class).isEmpty()
        || !actions(TableAction.Protocol.class).isEmpty();
  }

  <T extends TableAction> List<T> actions(Class<T> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
