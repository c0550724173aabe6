package io.deltacdf.connect.table.log;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.SnapshotImpl;
import java.util.List;
import java.util.OptionalLong;

/** Finds versions by their timestamps; the only class that uses Delta Kernel's history manager. */
public final class VersionHistory {
  private VersionHistory() {}

  /**
   * Returns the first version whose timestamp is at or after {@code timestamp} (milliseconds since
   * the epoch), or empty if the latest version is older.
   */
  public static OptionalLong versionAtOrAfter(Engine engine, SnapshotImpl latest, long timestamp) {
    DeltaHistoryManager.Commit commit =
        DeltaHistoryManager.getActiveCommitAtTimestamp(
            engine, latest, latest.getLogPath(), timestamp, false, true, true, List.of());
    long version =
        commit.getTimestamp() >= timestamp ? commit.getVersion() : commit.getVersion() + 1;
    return version <= latest.getVersion() ? OptionalLong.of(version) : OptionalLong.empty();
  }
}
