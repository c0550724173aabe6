package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The passes that consolidate the changes of each key:
 *
 * <ol>
 *   <li>The keys of preimages are counted and collected, from the key columns alone. A postimage
 *       that directly follows the preimage of its key does not need this. A commit that only
 *       inserts is not counted.
 *   <li>If there are too many keys, those of one partition at a time are collected.
 *   <li>The keys that have postimages are marked, from the key columns alone.
 *   <li>Keys without postimages are published as deletes. If unchanged rows are to be left out, the
 *       preimages of the other keys are hashed.
 *   <li>Postimages are published: updates of the keys that were collected, creates of the others.
 * </ol>
 *
 * <p>If updates carry their preimages, these are buffered while deletes are published, except
 * preimages that are known to be equal to their postimages. To know this if preimages and
 * postimages are in different files, the third step reads postimages whole and hashes them.
 */
final class KeyPasses extends PartitionedPasses {
  /** The keys of a smaller change file are read as fast as its footer. */
  private static final long SMALL_FILE_BYTES = 1 << 20;

  private final DeltaTable table;
  private final Commit commit;
  private final List<ChangedFile> files;
  private final ReadColumns columns;
  private final @Nullable Position from;
  private final boolean skipUnchanged;
  private final boolean includeBefore;
  private final boolean probeHashesRows;
  private final long maxBytes;
  private final CountKeys counted;

  /** How many files, from the first one on, are known to have only inserts. */
  private int onlyInserts;

  private boolean countsRows;
  private boolean hasPostimages;

  private KeyPartition keyPartition = KeyPartition.WHOLE;
  private RemovedKeys keys = new RemovedKeys();
  private long repeatedKeys;

  /**
   * @param from the position of the last change that is completed; null if there is none
   * @param maxBytes the number of bytes that buffered preimages may take
   */
  KeyPasses(
      DeltaTable table,
      Commit commit,
      ChangeSource source,
      CommitOptions options,
      ReadColumns columns,
      @Nullable Position from,
      long maxBytes) {
    super(table.name(), commit, false, from);
    this.table = table;
    this.commit = commit;
    this.files = source.files(commit);
    this.columns = columns;
    this.from = from;
    // In data files a copied row looks like an update that changes nothing. In recorded changes
    // such updates are published if the columns change, so that consumers see the new columns.
    this.skipUnchanged = source.isDerived() || (options.skipUnchanged() && !changesColumns());
    this.includeBefore = options.includeBefore();
    this.probeHashesRows =
        includeBefore
            && skipUnchanged
            && files.stream()
                .noneMatch(file -> file.mayHoldPreimages() && file.mayHoldPostimages());
    this.maxBytes = maxBytes;
    this.counted = new CountKeys(columns, options.maxKeys());
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
  public long progress() {
    return onlyInserts;
  }

  @Override
  public long repeatedKeys() {
    return repeatedKeys;
  }

  @Override
  public long orphanPreimages() {
    return counted.orphanPreimages();
  }

  /** Looks at the footer of one file at most: there may be thousands. */
  @Override
  public boolean prepare() {
    while (!countsRows && onlyInserts < files.size()) {
      ChangedFile file = files.get(onlyInserts);
      if (!file.mayHoldPreimages()) {
        onlyInserts++;
      } else if (file.size() < SMALL_FILE_BYTES || !table.holdsOnlyInserts(file)) {
        countsRows = true;
      } else {
        onlyInserts++;
        return true;
      }
    }
    return false;
  }

  @Override
  @Nullable Pass count() {
    if (!countsRows) {
      hasPostimages = true;
      return null;
    }
    return allRows(ChangedFile::mayHoldPreimages, this::keyColumns, counted);
  }

  @Override
  int partitions() {
    hasPostimages |=
        counted.hasPostimages() || files.stream().anyMatch(file -> !file.mayHoldPreimages());
    return counted.partitions();
  }

  /** Until the first partition starts, the keys are those that were counted. */
  @Override
  long setBytes() {
    return Math.max(counted.keyBytes(), keys.bytes());
  }

  @Override
  @Nullable Pass buildSet() {
    keyPartition = new KeyPartition(partition(), counted.partitions());
    if (keyPartition.count() == 1) {
      keys = counted.keys();
      return null;
    }
    keys = new RemovedKeys();
    // Without postimages no key is reused, and the pass that publishes deletes collects the keys.
    return hasPostimages
        ? allRows(
            ChangedFile::mayHoldPreimages,
            this::keyColumns,
            new BuildKeySet(columns, keyPartition, keys))
        : null;
  }

  @Override
  @Nullable Pass probe() {
    if (!hasPostimages || keys.size() == 0) {
      return null;
    }
    if (includeBefore) {
      keys.numberKeys();
    }
    if (probeHashesRows) {
      keys.hashRows();
    }
    return allRows(
            ChangedFile::mayHoldPostimages,
            probeHashesRows ? columns::wholeRows : this::keyColumns,
            new ProbeKeys(columns, keys, probeHashesRows))
        .only(Pass.NOT_DELETED);
  }

  @Override
  @Nullable Pass deletes() {
    repeatedKeys += keys.repeated();
    boolean hashRows = skipUnchanged && keys.reused() > 0;
    PreimageBuffer buffer = null;
    if (keys.numbered() > 0) {
      buffer = new PreimageBuffer(keys.numbered(), columns, maxBytes);
      startBuffer(buffer);
    }
    if (!hashRows && buffer == null && !hasDeletes()) {
      return null;
    }
    if (hashRows && !probeHashesRows) {
      keys.hashRows();
    }
    return preimagePass(
        hashRows || includeBefore,
        new PublishDeletes(columns, keyPartition, keys, hashRows, probeHashesRows, buffer));
  }

  @Override
  @Nullable Pass buffer() {
    return null;
  }

  /** Meets the deletes again, which are completed. */
  @Override
  Pass bufferMore(PreimageBuffer buffer) {
    return preimagePass(
        true, new PublishDeletes(columns, keyPartition, keys, false, false, buffer));
  }

  /** Reads all preimages: a key is deleted only once, and its preimage may be in any file. */
  private Pass preimagePass(boolean whole, PublishDeletes handler) {
    return allRows(
            ChangedFile::mayHoldPreimages,
            whole ? columns::wholeRows : columns::deletedRows,
            handler)
        .only(Pass.NOT_INSERTED);
  }

  private boolean hasDeletes() {
    boolean completed =
        from != null && from.partition() == partition() && from.phase() == VersionPhase.UPSERT;
    boolean keysUnknown = keyPartition.count() > 1 && !hasPostimages;
    return !completed
        && (keysUnknown
            || keys.reused() < keys.size()
            || (partition() == 0 && counted.hasPreimagesWithoutKey()));
  }

  @Override
  @Nullable Pass upserts() {
    return hasPostimages
        ? remainingRows(
                VersionPhase.UPSERT,
                ChangedFile::mayHoldPostimages,
                columns::wholeRows,
                new PublishUpserts(
                    columns,
                    keyPartition,
                    keys,
                    preimages(),
                    skipUnchanged,
                    counted.lacksPreimages() ? Operation.UPDATE : Operation.CREATE))
            .only(Pass.NOT_DELETED)
        : null;
  }

  private int[] keyColumns(TableSchema schema) {
    return columns.key(schema).toArray();
  }
}
