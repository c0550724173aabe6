package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.FlowOptions;
import io.deltacdf.connect.config.RecordOptions;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code delta-cdf changes}: a table's changes, or its rows, as JSON lines. */
@Command(
    name = "changes",
    description = {
      "Prints the records that the connector would publish, or with --raw the change rows"
          + " themselves: one JSON object a line.",
      "Without a range from the earliest version that is there to the latest, and no snapshot."
    },
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ChangesCommand implements Callable<Integer> {
  /** More often than the connector looks at a table by default: somebody waits for the line. */
  private static final String POLL_INTERVAL_MS = "1000";

  /** What Spark's readChangeFeed gives: --raw shows the feed as it is unless asked otherwise. */
  private static final String RECORDED = "require";

  private final Terminal terminal;

  @Mixin private TableArguments arguments;
  @Mixin private RangeArguments range;

  @Option(
      names = "--raw",
      description = "Print the rows as they are in the change feed, in the form of Spark's toJSON.")
  private boolean raw;

  @Option(
      names = "--key",
      paramLabel = "COLUMN[,COLUMN…]",
      description = "The key columns. Without them commit.consolidation is none.")
  private String key;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "The record.format: row (default) or debezium.")
  private String format;

  @Option(
      names = "--change-feed",
      paramLabel = "FEED",
      description = "The change.feed: auto (default; with --raw require), require or derive.")
  private String changeFeed;

  ChangesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    range.requireFitting();
    DeltaSourceConfig config = config();
    try (Storage storage = Storage.open(config.hadoop());
        ProgressLine progress = terminal.progressOfStream(raw ? "rows" : "records");
        JsonLines out = new JsonLines(terminal.out())) {
      DeltaTable table = TableArguments.open(config, storage);
      print(table, printer(table, config, out, progress));
    }
    return ExitCodes.OK;
  }

  private DeltaSourceConfig config() {
    ConnectorOptions options = arguments.options();
    options.setIfGiven(SourceOptions.KEY.name(), key);
    options.setIfGiven(RecordOptions.RECORD_FORMAT.name(), format);
    options.setIfGiven(SourceOptions.CHANGE_FEED.name(), changeFeed);
    if (raw) {
      options.setDefault(SourceOptions.CHANGE_FEED.name(), RECORDED);
    }
    options.setDefault(FlowOptions.POLL_INTERVAL_MS.name(), POLL_INTERVAL_MS);
    return options.build();
  }

  private ChangePrinter printer(
      DeltaTable table, DeltaSourceConfig config, JsonLines out, ProgressLine progress) {
    Duration interval = config.flow().pollInterval();
    RetryPolicy patience =
        range.isFollowing()
            ? RetryPolicy.withWarnings(interval, terminal.err())
            : RetryPolicy.none(interval);
    TableConfig tableConfig = config.tables().get(0);
    return raw
        ? new RawPrinter(table, tableConfig, patience, out, progress)
        : new RecordPrinter(table, tableConfig, config.records(), patience, out, progress);
  }

  private void print(DeltaTable table, ChangePrinter printer)
      throws IOException, InterruptedException {
    if (!range.isSnapshot()) {
      printer.changes(range.bounds().in(table));
      return;
    }
    long version = range.snapshotVersion(table);
    printer.snapshot(version);
    if (range.isFollowing()) {
      printer.changes(VersionRange.after(version));
    }
  }
}
