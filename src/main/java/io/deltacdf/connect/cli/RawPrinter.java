package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.log.Commit;
import java.io.IOException;

/** Prints the rows of the change data feed. */
final class RawPrinter implements ChangePrinter {
  private final DeltaTable table;
  private final RetryPolicy retryPolicy;
  private final JsonLines out;
  private final ProgressLine progress;
  private final RawChangeRows rows;

  RawPrinter(
      DeltaTable table,
      TableConfig config,
      RetryPolicy retryPolicy,
      JsonLines out,
      ProgressLine progress) {
    this.table = table;
    this.retryPolicy = retryPolicy;
    this.out = out;
    this.progress = progress;
    this.rows =
        new RawChangeRows(table, config.changeFeed(), config.consolidationMaxKeys(), out, progress);
  }

  @Override
  public void snapshot(long version) throws IOException {
    rows.write(table.snapshotAt(version));
  }

  @Override
  public void changes(VersionRange range) throws IOException, InterruptedException {
    new CommitWalk(table, retryPolicy).visit(range, new Visitor(range));
  }

  private final class Visitor implements CommitWalk.Visitor {
    private final VersionRange range;

    Visitor(VersionRange range) {
      this.range = range;
    }

    @Override
    public void commit(Commit commit) throws IOException, InterruptedException {
      progress.version(commit.version(), range);
      rows.write(commit);
    }

    @Override
    public void waiting() throws IOException {
      out.flush();
    }
  }
}
