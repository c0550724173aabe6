package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.source.Progress;
import io.deltacdf.connect.source.TableReader;
import io.deltacdf.connect.table.DeltaTable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Prints the records that the connector would publish, made by the connector's own feed. */
final class RecordPrinter implements ChangePrinter {
  private final DeltaTable table;
  private final TableConfig config;
  private final RecordConfig records;
  private final RetryPolicy patience;
  private final JsonLines out;
  private final RecordLines lines;

  RecordPrinter(
      DeltaTable table,
      TableConfig config,
      RecordConfig records,
      RetryPolicy patience,
      JsonLines out,
      RowCounter counter) {
    this.table = table;
    this.config = config;
    this.records = records;
    this.patience = patience;
    this.out = out;
    this.lines = new RecordLines(out, counter);
  }

  @Override
  public void snapshot(long version) throws IOException, InterruptedException {
    publish(
        from(new StartPosition.Snapshot(), OptionalLong.of(version), SnapshotMode.INITIAL_ONLY));
  }

  @Override
  public void changes(VersionRange range) throws IOException, InterruptedException {
    OptionalLong end = range.isEndless() ? OptionalLong.empty() : OptionalLong.of(range.last());
    publish(from(new StartPosition.Version(range.first()), end, config.snapshotMode()));
  }

  private TableConfig from(StartPosition start, OptionalLong end, SnapshotMode mode) {
    return new TableConfig(
        config.name(),
        config.path(),
        config.key(),
        config.columns(),
        config.topic(),
        start,
        end,
        Optional.empty(),
        mode,
        config.changeFeed(),
        config.consolidation(),
        config.consolidationMaxKeys(),
        config.skippedOperations(),
        config.skipUnchanged(),
        config.includePreimages(),
        config.unsafeSchemaChange());
  }

  private void publish(TableConfig what) throws IOException, InterruptedException {
    try (TableReader feed = new TableReader(table, what, records, null, lines)) {
      Progress step;
      do {
        step = step(feed);
      } while (step != Progress.DONE);
    }
  }

  private Progress step(TableReader feed) throws IOException, InterruptedException {
    try {
      Progress step = feed.step();
      if (step == Progress.IDLE) {
        out.flush();
        patience.pause();
      }
      return step;
    } catch (DeltaCdfException e) {
      out.flush();
      patience.failed(e);
      return Progress.MORE;
    }
  }
}
