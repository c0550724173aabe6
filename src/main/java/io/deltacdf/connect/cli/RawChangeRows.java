package io.deltacdf.connect.cli;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.ChangeSink;
import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.change.CommitChanges;
import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the change rows of a table's commits, and the rows of its snapshots, unsorted and
 * unpaired: files in the order of the commit's actions, rows in the order of the file. If changes
 * are derived by row id, preimages and deleted rows come before postimages and inserted rows. Not
 * thread-safe.
 */
public final class RawChangeRows {
  private static final AllColumns ALL_COLUMNS = new AllColumns();

  private final DeltaTable table;
  private final CommitOptions options;
  private final JsonLines out;
  private final RowCounter counter;
  private @Nullable JsonRows rows;

  /**
   * @param changeFeed where changes are taken from
   * @param maxRowIds the maximum number of row ids in memory
   * @param out receives a line for each row
   * @param counter counts the rows
   */
  RawChangeRows(
      DeltaTable table, ChangeFeed changeFeed, int maxRowIds, JsonLines out, RowCounter counter) {
    this.table = table;
    this.options =
        new CommitOptions(changeFeed, Consolidation.NONE, false, maxRowIds, false, true, false);
    this.out = out;
    this.counter = counter;
  }

  /** Creates an instance that takes changes only from the change data feed. */
  public RawChangeRows(DeltaTable table, JsonLines out) {
    this(
        table,
        ChangeFeed.REQUIRE,
        SourceOptions.CONSOLIDATION_MAX_KEYS.defaultValue(),
        out,
        rows -> {});
  }

  /**
   * Writes the change rows of a commit: the columns, {@code _change_type}, {@code _commit_version}
   * and {@code _commit_timestamp}. Fails with CHANGE_FEED_OFF if {@code change.feed} allows no
   * source of changes that the commit has.
   */
  public void write(Commit commit) throws IOException, InterruptedException {
    ChangeSource source =
        ChangeSource.of(commit, options)
            .orElseThrow(() -> CliErrors.noChanges(table, commit, options.changeFeed()));
    if (source == ChangeSource.BY_ROW_ID) {
      writeByRowId(commit);
      return;
    }
    for (ChangedFile file : source.files(commit)) {
      write(file, commit);
    }
  }

  private void writeByRowId(Commit commit) throws IOException, InterruptedException {
    ChangeSink sink =
        change -> {
          try {
            write(change, commit);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    try (VersionChanges changes = CommitChanges.open(table, commit, options, ALL_COLUMNS, null)) {
      while (changes.next(sink)) {}
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void write(Change change, Commit commit) throws IOException {
    ColumnBatch batch = change.keyBatch();
    rows(batch.schema())
        .writeChange(
            out.generator(),
            batch,
            change.keyRow(),
            type(change),
            commit.version(),
            commit.timestamp());
    counter.add(1);
  }

  private static ChangeType type(Change change) {
    return switch (change.operation()) {
      case CREATE -> ChangeType.INSERT;
      case DELETE -> ChangeType.DELETE;
      case UPDATE -> ChangeType.UPDATE_POSTIMAGE;
      case PREIMAGE -> ChangeType.UPDATE_PREIMAGE;
      case READ -> throw new IllegalArgumentException("A commit does not read rows");
    };
  }

  /** Writes the rows of a snapshot: only the columns of the table. */
  public void write(TableSnapshot snapshot) throws IOException {
    for (ChangedFile file : snapshot.files()) {
      write(file, null);
    }
  }

  private void write(ChangedFile file, @Nullable Commit commit) throws IOException {
    JsonRows format = rows(file.state().schema());
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

  private JsonRows rows(TableSchema schema) {
    if (rows == null || !rows.schema().equals(schema)) {
      if (!schema.unreadable().isEmpty()) {
        throw CliErrors.unreadableColumns(table, schema.unreadable());
      }
      rows = new JsonRows(schema);
    }
    return rows;
  }
}
