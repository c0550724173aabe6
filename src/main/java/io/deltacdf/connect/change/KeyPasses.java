package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The passes over a commit that put together what it does to one key:
 *
 * <ol>
 *   <li>The keys of old rows are collected, from the key columns alone; a postimage right behind
 *       the preimage of its key needs no such pass. Commits that only insert skip it.
 *   <li>The keys that new rows use again are marked, from the key columns alone.
 *   <li>The other keys are published as deletes. Where equal rows are to be left out, the old rows
 *       of keys that are used again are hashed.
 *   <li>New rows are published: updates of the keys that were collected, creates of the others.
 * </ol>
 *
 * <p>Where updates carry the rows before them, the third pass holds these too, but for those that
 * are known to be equal to their new rows. To know that, where old and new rows lie in different
 * files, the second pass reads new rows whole and hashes them. Where not all old rows can be held
 * ({@link PreimageBuffer}), the fourth pass ends at the first new row whose old one is not; old
 * rows are read again, and it goes on.
 *
 * <p>Where there are more keys than may be held, the passes are done for one hash partition of the
 * keys after the other. Where the version goes on inside a partition, those before it are not done
 * again, and in it the keys are collected and marked as before.
 */
final class KeyPasses implements Passes {
  private static final long SMALL_FILE = 1 << 20;

  private final DeltaTable table;
  private final Commit commit;
  private final List<ChangedFile> files;
  private final ReadColumns columns;
  private final Position from;
  private final boolean skipUnchanged;
  private final boolean includeBefore;
  private final boolean compareFirst;
  private final long maxBytes;
  private final CountKeys survey;
  private Step step = Step.SURVEY;
  private KeyPartition partition = KeyPartition.WHOLE;
  private RemovedKeys keys = new RemovedKeys();
  private PreimageBuffer oldRows;
  private boolean mayUpsert;
  private long repeatedKeys;

  private enum Step {
    SURVEY,
    DIVIDE,
    COLLECT,
    MARK,
    DELETE,
    UPSERT,
    HOLD,
    NEXT_PARTITION,
    DONE
  }

  /**
   * @param maxBytes what old rows may take that updates carry
   */
  KeyPasses(
      DeltaTable table,
      Commit commit,
      ChangeSource source,
      CommitOptions options,
      ReadColumns columns,
      Position from,
      long maxBytes) {
    this.table = table;
    this.commit = commit;
    this.files = source.files(commit);
    this.columns = columns;
    this.from = from;
    // In files alone a row that was carried over looks as an update that changes nothing. Else
    // consumers see a change of the columns at the first record that has the new ones.
    this.skipUnchanged = source.isDerived() || (options.skipUnchanged() && !changesColumns());
    this.includeBefore = options.includeBefore();
    this.compareFirst =
        includeBefore
            && skipUnchanged
            && files.stream().noneMatch(file -> file.mayHoldOldRows() && file.mayHoldNewRows());
    this.maxBytes = maxBytes;
    this.survey = new CountKeys(columns, options.maxKeys());
  }

  private boolean changesColumns() {
    TableSchema before = commit.before().schema();
    TableSchema after = commit.after().schema();
    return commit.changesSchema()
        && !before
            .select(columns.wholeRows(before))
            .hasSameColumns(after.select(columns.wholeRows(after)));
  }

  @Override
  public Pass next() throws InterruptedException {
    Pass pass = null;
    while (pass == null && step != Step.DONE) {
      pass = advance();
    }
    return pass;
  }

  @Override
  public long repeatedKeys() {
    return repeatedKeys;
  }

  /** Changes, and whoever reads them, may know the batches of old rows for longer. */
  @Override
  public void close() {
    if (oldRows != null) {
      oldRows.clear();
      oldRows = null;
    }
  }

  /** Does one step: gives its pass, or null where it needs none. */
  private Pass advance() throws InterruptedException {
    return switch (step) {
      case SURVEY -> {
        if (onlyInserts()) {
          mayUpsert = true;
          step = Step.UPSERT;
          yield null;
        }
        step = Step.DIVIDE;
        yield keyPass(ChangedFile::mayHoldOldRows, survey);
      }
      case DIVIDE -> {
        divide();
        step = Step.COLLECT;
        yield null;
      }
      case COLLECT -> {
        step = Step.MARK;
        yield collect();
      }
      case MARK -> {
        step = Step.DELETE;
        yield mayUpsert && keys.size() > 0 ? mark() : null;
      }
      case DELETE -> {
        repeatedKeys += keys.upsertedAgain();
        step = Step.UPSERT;
        yield deletes();
      }
      case UPSERT -> {
        step = Step.HOLD;
        yield mayUpsert ? upserts() : null;
      }
      case HOLD -> {
        boolean goesOn = oldRows != null && oldRows.isMissing();
        step = goesOn ? Step.UPSERT : Step.NEXT_PARTITION;
        yield goesOn ? hold() : null;
      }
      case NEXT_PARTITION -> {
        int following = partition.index() + 1;
        step = following == partition.count() ? Step.DONE : Step.COLLECT;
        partition = new KeyPartition(following, partition.count());
        close();
        yield null;
      }
      case DONE -> null;
    };
  }

  /**
   * Whether no key is taken away: added files alone, or change files that show only inserts. A
   * small change file's keys are read as fast as its footer, so nobody asks it.
   */
  private boolean onlyInserts() throws InterruptedException {
    for (ChangedFile file : files) {
      if (Thread.interrupted()) {
        throw new InterruptedException("The feed is stopped");
      }
      if (file.mayHoldOldRows() && (file.size() < SMALL_FILE || !table.holdsOnlyInserts(file))) {
        return false;
      }
    }
    return true;
  }

  private void divide() {
    int first = from == null ? 0 : from.partition();
    int count = survey.partitions();
    if (first >= count) {
      throw ChangeErrors.noSuchPartition(table.name(), commit.version(), first, count);
    }
    partition = new KeyPartition(first, count);
    mayUpsert = survey.hasNewRows() || files.stream().anyMatch(file -> !file.mayHoldOldRows());
  }

  private Pass collect() {
    if (partition.count() == 1) {
      keys = survey.keys();
      return null;
    }
    keys = new RemovedKeys();
    // Without new rows no key is used again, and deletes collect their keys themselves.
    return mayUpsert
        ? keyPass(ChangedFile::mayHoldOldRows, new BuildKeySet(columns, partition, keys))
        : null;
  }

  private Pass mark() {
    if (includeBefore) {
      keys.keepNumbers();
    }
    if (compareFirst) {
      keys.keepRows();
    }
    return keyPass(
        ChangedFile::mayHoldNewRows,
        compareFirst ? columns::wholeRows : this::keyColumns,
        new ProbeKeys(columns, keys, compareFirst));
  }

  private Pass deletes() {
    boolean hashRows = skipUnchanged && keys.reused() > 0;
    if (keys.numbers() > 0) {
      oldRows = new PreimageBuffer(keys.numbers(), columns, maxBytes);
    }
    if (!hashRows && oldRows == null && !hasDeletes()) {
      return null;
    }
    if (hashRows && !compareFirst) {
      keys.keepRows();
    }
    return oldRows(
        hashRows || includeBefore,
        new PublishDeletes(columns, partition, keys, hashRows, compareFirst, oldRows));
  }

  /** Reads old rows again. Deletes come again too, and are done. */
  private Pass hold() {
    oldRows.goOn();
    return oldRows(true, new PublishDeletes(columns, partition, keys, false, false, oldRows));
  }

  private Pass oldRows(boolean whole, PublishDeletes rule) {
    // All rows, so that a key is deleted once and every row is there to compare with.
    return new Pass(
        partition.index(),
        VersionPhase.DELETE,
        true,
        ChangedFile::mayHoldOldRows,
        false,
        whole ? columns::wholeRows : columns::deletedRows,
        rule);
  }

  private boolean hasDeletes() {
    boolean done =
        from != null
            && from.partition() == partition.index()
            && from.phase() == VersionPhase.UPSERT;
    boolean notCollected = partition.count() > 1 && !mayUpsert;
    return !done
        && (notCollected
            || keys.reused() < keys.size()
            || (partition.index() == 0 && survey.hasOldRowsWithoutKey()));
  }

  private Pass upserts() {
    return new Pass(
        partition.index(),
        VersionPhase.UPSERT,
        false,
        ChangedFile::mayHoldNewRows,
        false,
        columns::wholeRows,
        new PublishUpserts(
            columns,
            partition,
            keys,
            oldRows,
            skipUnchanged,
            survey.lacksPreimages() ? Operation.UPDATE : Operation.CREATE));
  }

  private Pass keyPass(Predicate<ChangedFile> which, RowHandler rule) {
    return keyPass(which, this::keyColumns, rule);
  }

  /** A pass that publishes nothing: the phase plays no part in it. */
  private Pass keyPass(
      Predicate<ChangedFile> which, Function<TableSchema, int[]> ordinals, RowHandler rule) {
    return new Pass(partition.index(), VersionPhase.DELETE, true, which, false, ordinals, rule);
  }

  private int[] keyColumns(TableSchema schema) {
    return columns.key(schema).toArray();
  }
}
