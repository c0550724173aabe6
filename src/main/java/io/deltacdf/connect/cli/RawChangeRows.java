package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.Commit;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSchema;
import io.deltacdf.connect.table.TableSnapshot;
import java.io.IOException;

/**
 * The rows of a table's commits and snapshots as they are, neither put in order nor paired: files
 * in the order of the commit's actions, rows in the order of the file. Not thread-safe.
 */
public final class RawChangeRows {
  private final DeltaTable table;
  private final JsonLines out;
  private final RowCounter counter;
  private JsonRows rows;

  /**
   * @param out gets a line for each row
   * @param counter is told of the rows, batch by batch
   */
  RawChangeRows(DeltaTable table, JsonLines out, RowCounter counter) {
    this.table = table;
    this.out = out;
    this.counter = counter;
  }

  public RawChangeRows(DeltaTable table, JsonLines out) {
    this(table, out, rows -> {});
  }

  /**
   * Writes a commit's change rows: the columns, {@code _change_type}, {@code _commit_version} and
   * {@code _commit_timestamp}. Fails with CHANGE_FEED_OFF where the commit changes data and the
   * change data feed is off ({@code change.feed=require}).
   */
  public void write(Commit commit) throws IOException {
    if (!commit.files().isEmpty() && !commit.after().changeFeedEnabled()) {
      throw CliErrors.changeFeedOff(table, commit.version());
    }
    for (ChangedFile file : commit.files()) {
      write(file, commit);
    }
  }

  /** Writes the rows of the table as it was at one version: its columns and nothing else. */
  public void write(TableSnapshot snapshot) throws IOException {
    for (ChangedFile file : snapshot.files()) {
      write(file, null);
    }
  }

  private void write(ChangedFile file, Commit commit) throws IOException {
    JsonRows format = rowsOf(file.state().schema());
    try (BatchReader reader = table.read(file, format.ordinals())) {
      for (ColumnBatch batch = reader.next(); batch != null; batch = reader.next()) {
        counter.add(
            commit == null
                ? format.writeRows(out.generator(), batch)
                : format.writeChanges(
                    out.generator(), batch, commit.version(), commit.timestamp()));
      }
    }
  }

  private JsonRows rowsOf(TableSchema schema) {
    if (rows == null || !rows.schema().equals(schema)) {
      rows = new JsonRows(schema);
    }
    return rows;
  }
}
