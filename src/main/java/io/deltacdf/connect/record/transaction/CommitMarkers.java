package io.deltacdf.connect.record.transaction;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Creates the records that mark the commits of a table in the transaction topic.
 *
 * <p>The id of a transaction is {@code <table>:<version>}. It is the same whenever the commit is
 * published again, because the events and their order are the same. If options have changed that
 * determine them, the plan hash follows the version.
 *
 * @param table the table's name in the configuration
 * @param tableTopic the topic of the table's records
 * @param topic the topic of the markers
 * @param plan the plan hash of the table's commits
 */
public record CommitMarkers(String table, String tableTopic, String topic, String plan) {
  /** About how many bytes a marker occupies on the heap. */
  public static final int RECORD_BYTES = 2_000;

  private static final String BEGIN = "BEGIN";
  private static final String END = "END";

  private static final String TABLE_HEADER = "delta.table";
  private static final String VERSION_HEADER = "delta.commit.version";
  private static final String TIMESTAMP_HEADER = "delta.commit.timestamp";

  /**
   * A commit that is marked.
   *
   * @param timestamp the timestamp of the commit in milliseconds since the epoch
   * @param operation {@code commitInfo.operation}, if it is known
   * @param recordTimestamp the timestamp of records; null for that of the producer
   */
  public record Commit(
      long version, long timestamp, Optional<String> operation, @Nullable Long recordTimestamp) {}

  /** Returns the id of the transaction of a version. */
  public String id(long version, String firstPlan) {
    String id = table + ":" + version;
    return plan.equals(firstPlan) ? id : id + ":" + plan;
  }

  /** Creates the record before the first event of a commit. */
  SourceRecord begin(String id, Commit commit, Map<String, ?> offset) {
    return record(id, commit, offset, value(BEGIN, id, commit));
  }

  /**
   * Creates the record after the last event of a commit.
   *
   * @param complete false if the commit is given up: no more events of this transaction follow
   */
  SourceRecord end(
      String id,
      Commit commit,
      Map<String, ?> offset,
      TransactionProgress progress,
      boolean complete) {
    Struct collection =
        new Struct(TransactionSchemas.COLLECTION)
            .put(TransactionSchemas.DATA_COLLECTION, table)
            .put(TransactionSchemas.EVENT_COUNT, progress.events())
            .put(TransactionSchemas.TOPIC, tableTopic)
            .put(TransactionSchemas.CREATE_COUNT, progress.creates())
            .put(TransactionSchemas.UPDATE_COUNT, progress.updates())
            .put(TransactionSchemas.DELETE_COUNT, progress.deletes())
            .put(TransactionSchemas.PREIMAGE_COUNT, progress.preimages());
    Struct value =
        value(END, id, commit)
            .put(TransactionSchemas.EVENT_COUNT, progress.events())
            .put(TransactionSchemas.DATA_COLLECTIONS, List.of(collection))
            .put(TransactionSchemas.COMPLETE, complete);
    return record(id, commit, offset, value);
  }

  /**
   * Creates the record that gives up the commit that a stored offset lies in.
   *
   * @return empty if nothing of a commit is published at the offset
   */
  public Optional<SourceRecord> giveUp(SourceOffset stored) {
    if (stored.isCompleted() || stored.snapshotId().isPresent()) {
      return Optional.empty();
    }
    CommitMarkers then =
        new CommitMarkers(table, tableTopic, topic, stored.planHash().orElse(plan));
    Commit commit =
        new Commit(stored.version(), stored.timestamp().orElse(0), Optional.empty(), null);
    return stored
        .transaction()
        .filter(TransactionProgress::begun)
        .map(
            progress ->
                end(
                    then.id(stored.version(), progress.firstPlan()),
                    commit,
                    SourceOffsetCodec.write(stored),
                    progress,
                    false));
  }

  private Struct value(String status, String id, Commit commit) {
    Struct value =
        new Struct(TransactionSchemas.VALUE)
            .put(TransactionSchemas.STATUS, status)
            .put(TransactionSchemas.ID, id)
            .put(TransactionSchemas.TS_MS, commit.timestamp())
            .put(TransactionSchemas.TABLE, table)
            .put(TransactionSchemas.COMMIT_VERSION, commit.version());
    commit
        .operation()
        .ifPresent(operation -> value.put(TransactionSchemas.COMMIT_OPERATION, operation));
    return value;
  }

  /** Markers have no change type: transforms tell them from rows by that, as heartbeats. */
  private SourceRecord record(String id, Commit commit, Map<String, ?> offset, Struct value) {
    ConnectHeaders headers = new ConnectHeaders();
    headers.add(TABLE_HEADER, table, Schema.STRING_SCHEMA);
    headers.add(VERSION_HEADER, commit.version(), Schema.INT64_SCHEMA);
    headers.add(TIMESTAMP_HEADER, commit.timestamp(), Schema.INT64_SCHEMA);
    return new DeltaSourceRecord(
        SourceOffsetCodec.sourcePartition(table),
        offset,
        topic,
        null,
        TransactionSchemas.KEY,
        new Struct(TransactionSchemas.KEY).put(TransactionSchemas.ID, id),
        TransactionSchemas.VALUE,
        value,
        commit.recordTimestamp(),
        headers);
  }
}
