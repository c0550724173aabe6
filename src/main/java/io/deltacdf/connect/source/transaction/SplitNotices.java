package io.deltacdf.connect.source.transaction;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which commits of a table are not handed over in one transaction, and counts the splits.
 * Nobody expects that of a snapshot, so nothing is said of them. Not thread-safe.
 */
final class SplitNotices {
  private static final Logger LOG = LoggerFactory.getLogger(SplitNotices.class);

  private final String table;
  private final TransactionLimits limits;
  private final Consumer<String> onSplit;
  private @Nullable SourceOffset first;
  private int splits;

  /**
   * @param onSplit is given the table whenever one of its commits goes on in another transaction
   */
  SplitNotices(String table, TransactionLimits limits, Consumer<String> onSplit) {
    this.table = table;
    this.limits = limits;
    this.onSplit = onSplit;
  }

  /**
   * Notes that records are handed over before their commit is complete.
   *
   * @param records the records of one transaction
   */
  void split(Split cause, List<SourceRecord> records) {
    SourceRecord last = records.get(records.size() - 1);
    SourceOffset offset = SourceOffsetCodec.read(table, last.sourceOffset());
    if (offset.snapshotId().isPresent()) {
      LOG.debug("Table '{}': {} rows of the snapshot are handed over", table, records.size());
      return;
    }
    splits++;
    onSplit.accept(table);
    if (splits == 1) {
      first = offset;
      LOG.warn(
          "Table '{}': version {} is published in more than one transaction, because {}"
              + " (transaction.max.records={}, transaction.max.ms={}). Consumers see a part of the"
              + " commit until its last transaction is there. The first transaction has {} records",
          table,
          offset.version(),
          cause.reason(),
          limits.maxRecords(),
          limits.maxTime().toMillis(),
          records.size());
    } else {
      LOG.info(
          "Table '{}': another transaction of version {} has {} records, because {}",
          table,
          offset.version(),
          records.size(),
          cause.reason());
    }
  }

  /**
   * Says that Connect commits a part of a transaction, because it cannot send the records in time.
   *
   * @param last the last record of the part
   * @param part the number of records in the part and before it
   * @param all the number of records that were to be one transaction
   * @param onSplit is given the table
   */
  static void warnOfSlowSending(SourceRecord last, int part, int all, Consumer<String> onSplit) {
    String table = SourceOffsetCodec.tableOf(last.sourcePartition()).orElseThrow();
    SourceOffset offset = SourceOffsetCodec.read(table, last.sourceOffset());
    if (offset.snapshotId().isPresent()) {
      LOG.debug("Table '{}': {} of {} rows of the snapshot are committed", table, part, all);
      return;
    }
    onSplit.accept(table);
    LOG.warn(
        "Table '{}': version {} is published in more than one transaction, because sending its"
            + " records takes longer than transaction.max.ms. Consumers see a part of the commit"
            + " until its last transaction is there. {} of {} records are committed",
        table,
        offset.version(),
        part,
        all);
  }

  /** Notes that no record of the version follows. */
  void versionEnded() {
    if (first != null) {
      LOG.info(
          "Table '{}': version {} is complete. It had to be split {} times into transactions",
          table,
          first.version(),
          splits);
    }
    first = null;
    splits = 0;
  }
}
