package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.PlanHash;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.record.transaction.CommitMarkers;
import io.deltacdf.connect.record.transaction.CommitTransaction;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Starts the transactions of a table's commits, the first one after a restart included. */
final class TransactionMarking {
  private final CommitMarkers markers;
  private final boolean commitTimestamps;
  private TransactionProgress noProgress;

  /** The stored offset, until the first version starts. */
  private @Nullable SourceOffset stored;

  private TransactionMarking(CommitMarkers markers, boolean commitTimestamps) {
    this.markers = markers;
    this.commitTimestamps = commitTimestamps;
    this.noProgress = TransactionProgress.none(markers.plan());
  }

  /** Returns the marking of a table; empty without {@code provide.transaction.metadata}. */
  static Optional<TransactionMarking> of(TableConfig table, RecordConfig records) {
    return records
        .transactionTopic()
        .map(
            topic ->
                new TransactionMarking(
                    new CommitMarkers(
                        table.name(),
                        table.topic(),
                        topic,
                        PlanHash.ofTransactions(table, records)),
                    records.timestamp() == RecordTimestamp.COMMIT));
  }

  void resume(SourceOffset offset) {
    stored = offset;
    offset
        .transaction()
        .ifPresent(progress -> noProgress = TransactionProgress.none(progress.firstPlan()));
  }

  /**
   * Adds the plan hash to an offset that has none. A position in a commit is not kept if it was
   * stored with numbers of events that are not known any more.
   */
  SourceOffset mark(SourceOffset offset) {
    return offset.transaction().isPresent()
        ? offset
        : PlanHash.forgetProgress(offset)
            .transaction(Optional.of(TransactionProgress.none(markers.plan())))
            .build();
  }

  /** Returns what offsets between two commits carry. */
  TransactionProgress noProgress() {
    return noProgress;
  }

  /**
   * Returns the transaction of a version; null for a snapshot.
   *
   * @param resumes whether the changes go on after the position of the stored offset
   */
  @Nullable CommitTransaction start(VersionContext version, boolean resumes) {
    SourceOffset offset = stored;
    stored = null;
    if (version.snapshotId().isPresent()) {
      return null;
    }
    return new CommitTransaction(
        markers,
        new CommitMarkers.Commit(
            version.version(),
            version.timestamp(),
            version.operation(),
            commitTimestamps ? (Long) version.timestamp() : null),
        resumes && offset != null ? offset.transaction().orElse(noProgress) : noProgress);
  }

  /** Gives up the commit of the stored offset, if no version was started after it. */
  Optional<SourceRecord> giveUp() {
    SourceOffset offset = stored;
    stored = null;
    return offset == null ? Optional.empty() : markers.giveUp(offset);
  }
}
