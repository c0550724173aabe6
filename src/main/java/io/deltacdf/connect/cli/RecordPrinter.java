package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.PathPolicy;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.source.Progress;
import io.deltacdf.connect.source.TableReader;
import io.deltacdf.connect.table.DeltaTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Prints the records that the connector would publish, created by the connector's own code. */
final class RecordPrinter implements ChangePrinter {
  private final DeltaTable table;
  private final TableConfig config;
  private final RecordConfig records;
  private final RetryPolicy retryPolicy;
  private final JsonLines out;
  private final RecordLines lines;

  RecordPrinter(
      DeltaTable table,
      TableConfig config,
      RecordConfig records,
      RetryPolicy retryPolicy,
      JsonLines out,
      RowCounter counter) {
    this.table = table;
    this.config = config;
    this.records = records;
    this.retryPolicy = retryPolicy;
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
        config.unsafeSchemaChange(),
        // A person waits for the output, who can repeat the command.
        new PathPolicy(
            PathPolicy.Replaced.FAIL,
            Duration.ZERO,
            PathPolicy.Missing.FAIL,
            config.pathPolicy().allowedPaths()),
        config.catalog());
  }

  private void publish(TableConfig range) throws IOException, InterruptedException {
    try (TableReader reader = new TableReader(table, range, records, null, lines)) {
      Progress step;
      do {
        step = step(reader);
      } while (step != Progress.DONE);
    }
  }

  private Progress step(TableReader reader) throws IOException, InterruptedException {
    try {
      Progress step = reader.step();
      if (step == Progress.IDLE) {
        out.flush();
        retryPolicy.pause();
      }
      return step;
    } catch (DeltaCdfException e) {
      out.flush();
      retryPolicy.failed(e);
      return Progress.MORE;
    }
  }
}
