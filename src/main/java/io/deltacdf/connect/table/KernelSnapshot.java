package io.deltacdf.connect.table;

import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.table.log.ActiveFiles;
import io.deltacdf.connect.table.log.LastCommit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A snapshot that Delta Kernel loaded. */
public final class KernelSnapshot implements TableSnapshot {
  private final TableContext table;
  private final SnapshotImpl snapshot;
  private final TableState state;

  /** The {@link #commitHash}; null until it is asked for. */
  private @Nullable Optional<String> commitHash;

  public KernelSnapshot(TableContext table, SnapshotImpl snapshot) {
    this.table = table;
    this.snapshot = snapshot;
    this.state =
        TableState.of(
            table.location(),
            snapshot.getVersion(),
            snapshot.getMetadata(),
            snapshot.getProtocol());
  }

  @Override
  public long version() {
    return snapshot.getVersion();
  }

  @Override
  public long timestamp() {
    try {
      return snapshot.getTimestamp(table.engine());
    } catch (InvalidTableException e) {
      // Delta Kernel found the commit's file, but no commitInfo action in it.
      String file = table.logFiles().commitFile(version());
      throw TableErrors.commitWithoutTimestamp(table.location(), version(), file, e);
    } catch (RuntimeException e) {
      throw KernelFailures.translate(
          table.location(), "reading the timestamp of version " + version(), e);
    }
  }

  @Override
  public TableState state() {
    return state;
  }

  @Override
  public Optional<String> commitHash() {
    Optional<String> known = commitHash;
    if (known == null) {
      known =
          table
              .logFiles()
              .hash(snapshot.getLogSegment().getDeltaFileAtEndVersion())
              .map(content -> LastCommit.hashOf(version(), content));
      commitHash = known;
    }
    return known;
  }

  @Override
  public void requireSameTable(Optional<String> stored) {
    new LastCommit(table, version(), state.tableId(), stored).requireUnchanged();
    String found = new SnapshotLoader(table).loadId(version());
    if (!found.equals(state.tableId())) {
      // The table was replaced before the commit was read.
      throw TableErrors.tableReplaced(table.location(), version(), state.tableId(), found);
    }
  }

  @Override
  public List<ChangedFile> files() {
    return ActiveFiles.of(table, snapshot, state);
  }
}
