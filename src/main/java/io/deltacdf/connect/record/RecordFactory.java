package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Creates the source records of one table's changes, version by version. Records with equal schemas
 * share one Connect schema, across versions too.
 *
 * <p>The offset of each record is the position after its change. If a change makes two records, the
 * first carries the position before the change. The caller, which knows the last record of a
 * version, replaces its offset by {@link #completed} with {@link RecordOffsets#withOffset}.
 *
 * <p>A table without a key has no tombstones, since there is no key that they could carry. A delete
 * is always a row or an event there, whatever {@code delete.tombstone.handling.mode} and {@code
 * tombstones.on.delete} say.
 *
 * <p>Not thread-safe. Failures are {@link io.deltacdf.connect.error.DeltaCdfException}s.
 */
public final class RecordFactory {
  private final TableConfig table;
  private final RecordConfig records;
  private final DeleteHandling deleteHandling;
  private final Map<String, String> sourcePartition;
  private final RecordMappers mappers;
  private final @Nullable TransactionMarking marking;
  private @Nullable VersionRecords current;
  private final KeyCounter keys = new KeyCounter();
  private Optional<String> snapshotRequest = Optional.empty();
  private long skippedInEarlierVersions;
  private long skippedChangesInEarlierVersions;

  public RecordFactory(TableConfig table, RecordConfig records) {
    this.table = table;
    this.records = records;
    this.deleteHandling = deleteHandling(table, records);
    this.sourcePartition = SourceOffsetCodec.sourcePartition(table.name());
    this.mappers = new RecordMappers(table, records);
    this.marking = TransactionMarking.of(table, records).orElse(null);
  }

  private static DeleteHandling deleteHandling(TableConfig table, RecordConfig records) {
    if (table.skippedOperations().deletes()) {
      return DeleteHandling.DROP;
    }
    return table.key().isEmpty() && records.deleteHandling() != DeleteHandling.DROP
        ? DeleteHandling.REWRITE
        : records.deleteHandling();
  }

  /**
   * Checks that a table can be published as configured.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID or COLUMN_UNSUPPORTED
   */
  public static void check(
      TableConfig table, RecordConfig records, TableSchema schema, long version) {
    new RecordMappers(table, records).check(schema, version);
  }

  /** Continues after the records of an earlier run, which ended at a stored offset. */
  public void resume(SourceOffset stored) {
    mappers.resume(stored.published());
    snapshotRequest = stored.snapshotRequest();
    keys.resume(stored);
    if (marking != null) {
      marking.resume(stored);
    }
  }

  /** Whether commits are marked, so that their plan hash is stored before the first of them. */
  public boolean marksCommits() {
    return marking != null;
  }

  /** Adds the plan hash of marked commits to an offset that has none. */
  public SourceOffset mark(SourceOffset offset) {
    return marking == null ? offset : marking.mark(offset);
  }

  /**
   * Checks that records of this schema can follow those of the earlier run. Every version that is
   * started is checked as well; this reports a failure even if no version follows.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID or COLUMN_UNSUPPORTED
   */
  public void checkResumed(TableSchema schema, long version) {
    mappers.checkResumed(schema, version);
  }

  /** Stores a {@code snapshot.request} in the offsets of the versions that start after this. */
  public void applySnapshotRequest(String request) {
    snapshotRequest = Optional.of(request);
  }

  /** Returns the offset that says that the current version is completed. */
  public SourceOffset completed() {
    return current().completed(snapshotRequest);
  }

  /**
   * Returns the record that marks the end of the current version, with the offset of the completed
   * version; empty if the version has no markers.
   */
  public Optional<SourceRecord> end() {
    return current().end(completed(), true);
  }

  /**
   * Returns the record that says that the commit in progress is given up, because a snapshot
   * replaces it; empty if no event of a commit in progress is published as part of a transaction.
   *
   * @param position the position of the last change that is published; null if there is none
   */
  public Optional<SourceRecord> giveUp(@Nullable Position position) {
    if (marking == null) {
      return Optional.empty();
    }
    Optional<SourceRecord> resumed = marking.giveUp();
    return resumed.isPresent() || current == null || position == null
        ? resumed
        : current.end(at(position), false);
  }

  /** Returns the offset that says that the current version is published up to a position. */
  public SourceOffset at(Position position) {
    return current().inProgress(position, snapshotRequest);
  }

  /**
   * Returns whether records need whole preimages. If not, it is enough to read the key columns of
   * deleted rows and preimages.
   */
  public boolean needsWholePreimages() {
    return deleteHandling == DeleteHandling.REWRITE
        || deleteHandling == DeleteHandling.REWRITE_WITH_TOMBSTONE
        || needsBefore();
  }

  /** Returns whether records of updates contain the row before the update. */
  public boolean needsBefore() {
    return records.envelope() && !table.skippedOperations().updates();
  }

  /**
   * Returns the ordinals of the columns that records are made of, key columns included.
   *
   * @throws IllegalStateException if the current version does not have the schema
   */
  public int[] columns(TableSchema schema) {
    return current().mapper(schema).read().clone();
  }

  /**
   * Returns the key columns in a schema of the current version; empty for a table without a key.
   *
   * @throws IllegalStateException if the current version does not have the schema
   */
  public KeyColumns keyColumns(TableSchema schema) {
    return current().mapper(schema).key();
  }

  /** Returns how many rows {@code null.key.handling=skip} has left out so far. */
  public long skippedNullKeys() {
    return skippedInEarlierVersions + (current == null ? 0 : current.skippedNullKeys());
  }

  /** Returns how many changes {@code skipped.operations} has left out so far. */
  public long skippedChanges() {
    return skippedChangesInEarlierVersions + (current == null ? 0 : current.skippedChanges());
  }

  /** Returns how many keys of the table the topic has; empty if nothing is known of it. */
  public Optional<KeyCount> keys() {
    return keys.now();
  }

  /**
   * Marks a record that is not handed over yet as the last one of the current version, if its form
   * says so: {@code source.snapshot} of the envelope does.
   */
  public void markLast(SourceRecord last) {
    current().markLast(last);
  }

  /** Starts the changes of a version, or of a snapshot, with the first one. */
  public void startVersion(VersionContext version) {
    startVersion(version, null);
  }

  /**
   * Starts the changes of a version, or of a snapshot.
   *
   * @param from the position of the last change that is published already; null if none is
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID or COLUMN_UNSUPPORTED if one of
   *     the version's schemas cannot be published, or if a column list matches only one of the
   *     names of a renamed column; UNSAFE_SCHEMA_CHANGE
   */
  public void startVersion(VersionContext version, @Nullable Position from) {
    boolean resumed = from != null;
    RecordMappers.OfVersion ofVersion =
        mappers.next(version.before().schema(), version.after().schema(), version.version());
    skippedInEarlierVersions = skippedNullKeys();
    skippedChangesInEarlierVersions = skippedChanges();
    keys.start(version, resumed);
    current =
        new VersionRecords(
            table,
            records,
            deleteHandling,
            sourcePartition,
            version,
            from == null || from.isBeginning(),
            ofVersion,
            snapshotRequest,
            keys,
            Optional.ofNullable(marking).map(TransactionMarking::noProgress),
            marking == null ? null : marking.start(version, resumed));
  }

  /**
   * Passes the records of a change to the sink.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_NULL, or CORRUPT_TABLE if a column that
   *     must not be null is null
   * @throws InterruptedException if the task is stopped
   */
  public void append(Change change, RecordSink sink) throws InterruptedException {
    current().append(change, sink);
  }

  private VersionRecords current() {
    if (current == null) {
      throw new IllegalStateException("No version of table '" + table.name() + "' is started");
    }
    return current;
  }
}
