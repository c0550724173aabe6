package io.deltacdf.connect.table;

import io.delta.kernel.ScanBuilder;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanBuilderImpl;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.lang.Lazy;
import io.delta.kernel.internal.replay.LogReplay;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.error.DeltaCdfException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A snapshot that Delta Kernel loaded. */
public final class KernelSnapshot implements TableSnapshot {
  private final TableContext table;
  private final SnapshotImpl snapshot;
  private final TableState state;

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
  public List<ChangedFile> files() {
    List<ChangedFile> files = new ArrayList<>();
    PartitionValues partitions = new PartitionValues();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        scanBuilder().build().getScanFiles(table.engine())) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          rows.forEachRemaining(
              row ->
                  files.add(
                      file(row.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL), partitions)));
        }
      }
    } catch (IOException e) {
      throw KernelFailures.translate(
          table.location(), "listing the files", new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw listingFailure(e);
    }
    files.sort(Comparator.comparing(ChangedFile::path));
    return files;
  }

  /** Kernel's own scan builder uses the logged schema, including unreadable columns. */
  private ScanBuilder scanBuilder() {
    if (state.schema().unreadable().isEmpty()) {
      return snapshot.getScanBuilder();
    }
    LogReplay log =
        new LogReplay(
            table.engine(),
            snapshot.getDataPath(),
            snapshot.getLazyLogSegment(),
            new Lazy<>(Optional::empty));
    return new ScanBuilderImpl(
        snapshot.getDataPath(),
        version(),
        state.protocol(),
        state.metadata(),
        state.metadata().getSchema(),
        log,
        snapshot.getSnapshotReport());
  }

  private DeltaCdfException listingFailure(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof URISyntaxException invalid) {
        return TableErrors.corruptTable(
            table.location(),
            version(),
            "the log names the file '"
                + invalid.getInput()
                + "', which is not a valid URI ("
                + invalid.getReason()
                + "), because special characters in paths must be percent-encoded",
            e);
      }
    }
    String doing = "listing the files of version " + version();
    return KernelFailures.isJsonError(e)
        ? SnapshotLoader.unparsable(table, doing, e)
        : KernelFailures.translate(table.location(), doing, e);
  }

  private ChangedFile file(Row row, PartitionValues partitions) {
    AddFile add = new AddFile(row);
    return new ChangedFile(
        version(),
        ChangedFile.Kind.ADDED,
        add.getPath(),
        partitions.of(add.getPartitionValues()),
        add.getSize(),
        state,
        add.getDeletionVector().map(dv -> new DeletionVectors(Optional.empty(), Optional.of(dv))));
  }
}
