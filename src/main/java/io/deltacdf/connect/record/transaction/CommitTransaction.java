package io.deltacdf.connect.record.transaction;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.offset.TransactionProgress;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A commit that is published as a transaction: numbers its events, and creates its markers. A
 * commit without events has an END only. It tells consumers that the commit has none: with other
 * options, events of it may have been published. Not thread-safe.
 */
public final class CommitTransaction {
  /** The number of an event in its commit, from 1 on: Debezium's {@code total_order}. */
  public static final String ORDER_HEADER = "delta.transaction.order";

  public static final String ID_HEADER = "delta.transaction.id";

  private final CommitMarkers markers;
  private final CommitMarkers.Commit commit;
  private final String id;
  private final SchemaAndValue idHeader;
  private TransactionProgress progress;
  private boolean ended;

  /**
   * @param progress how much of the commit is published already
   */
  public CommitTransaction(
      CommitMarkers markers, CommitMarkers.Commit commit, TransactionProgress progress) {
    this.markers = markers;
    this.commit = commit;
    this.progress = progress;
    this.id = markers.id(commit.version(), progress.firstPlan());
    this.idHeader = new SchemaAndValue(Schema.STRING_SCHEMA, id);
  }

  /** Returns how much of the commit is published. */
  public TransactionProgress progress() {
    return progress;
  }

  /** Returns what the progress is after the next event, if it is of this kind. */
  public TransactionProgress after(Operation operation) {
    TransactionProgress now = progress;
    return new TransactionProgress(
        now.firstPlan(),
        true,
        now.creates() + (operation == Operation.CREATE ? 1 : 0),
        now.updates() + (operation == Operation.UPDATE ? 1 : 0),
        now.deletes() + (operation == Operation.DELETE ? 1 : 0),
        now.preimages() + (operation == Operation.PREIMAGE ? 1 : 0));
  }

  /** Notes that an event is handed over, after which the progress is as given. */
  public void published(TransactionProgress now) {
    progress = now;
  }

  /** Whether the BEGIN of the commit is published. */
  public boolean isBegun() {
    return progress.begun();
  }

  /** Notes that BEGIN is handed over next, so that its own offset says so. */
  public void begin() {
    progress = progress.begin();
  }

  /** Whether the end is published. */
  public boolean isEnded() {
    return ended;
  }

  /** Creates the record before the first event. */
  public SourceRecord beginning(Map<String, ?> offset) {
    return markers.begin(id, commit, offset);
  }

  /**
   * Creates the record after the last event.
   *
   * @param complete false if the commit is given up
   */
  public SourceRecord end(Map<String, ?> offset, boolean complete) {
    ended = true;
    return markers.end(id, commit, offset, progress, complete);
  }

  /** Returns the number of the next event. */
  private long order() {
    return progress.events() + 1;
  }

  /** Adds the headers by which consumers assign a record of the next event to its commit. */
  public void addHeaders(Headers headers) {
    headers.add(ID_HEADER, idHeader);
    headers.addLong(ORDER_HEADER, order());
  }

  /** Creates the field {@code transaction} of the next event. A commit changes one table only. */
  public Struct block() {
    long order = order();
    return new Struct(TransactionSchemas.BLOCK)
        .put(TransactionSchemas.ID, id)
        .put(TransactionSchemas.TOTAL_ORDER, order)
        .put(TransactionSchemas.DATA_COLLECTION_ORDER, order);
  }
}
