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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code delta-cdf changes}: prints the changes of a table, or its rows, as lines of JSON. */
@Command(
    name = "changes",
    description = {
      "Prints the records that the connector would publish, or with --raw the rows of the change"
          + " data feed: one JSON object per line.",
      "Without a range, prints all changes from the earliest version in the log to the latest, and"
          + " no snapshot."
    },
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ChangesCommand implements Callable<Integer> {
  /** Shorter than the connector's default: with --follow, somebody waits for the output. */
  private static final String POLL_INTERVAL_MS = "1000";

  /** By default --raw prints what Spark's readChangeFeed returns: recorded changes only. */
  private static final String RECORDED = "require";

  private final Terminal terminal;
  @Mixin private TableArguments arguments;
  @Mixin private RangeArguments range;

  @Option(
      names = "--raw",
      description = "Print the rows of the change data feed, in the form of Spark's toJSON.")
  private boolean raw;

  @Option(
      names = "--key",
      paramLabel = "COLUMN[,COLUMN…]",
      description = "The key columns. Without them, commit.consolidation is none.")
  private @Nullable String key;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "The option record.format: row (default) or debezium.")
  private @Nullable String format;

  @Option(
      names = "--change-feed",
      paramLabel = "FEED",
      description =
          "The option change.feed: auto (default), require (default with --raw) or derive.")
  private @Nullable String changeFeed;

  ChangesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    range.check();
    DeltaSourceConfig config = config();
    try (Storage storage = TableArguments.storage(config);
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
    RetryPolicy retryPolicy =
        range.isFollowing()
            ? RetryPolicy.withWarnings(interval, terminal.err())
            : RetryPolicy.none(interval);
    TableConfig tableConfig = config.tables().get(0);
    return raw
        ? new RawPrinter(table, tableConfig, retryPolicy, out, progress)
        : new RecordPrinter(table, tableConfig, config.records(), retryPolicy, out, progress);
  }

  private void print(DeltaTable table, ChangePrinter printer)
      throws IOException, InterruptedException {
    if (!range.isSnapshot()) {
      printer.changes(range.bounds().resolve(table));
      return;
    }
    long version = range.snapshotVersion(table);
    printer.snapshot(version);
    if (range.isFollowing()) {
      printer.changes(VersionRange.after(version));
    }
  }
}
