package io.deltacdf.connect.source.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.CommitsAfterRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TransactionBatchTest {
  private final List<String> splits = new ArrayList<>();
  private final List<SourceRecord> requests = new ArrayList<>();
  private long nanoTime;

  /** Records what is requested, and fails for what must not be. */
  private final CommitsAfterRecords context = requests::add;

  @Test
  void isCommittedWithItsLastRecord() {
    List<SourceRecord> records = records(3);

    assertThat(send(records, 0)).isEqualTo(records);

    assertThat(requests).containsExactly(records.get(2));
  }

  @Test
  void isCommittedEarlyIfSendingTakesTooLong() {
    List<SourceRecord> records = records(10);

    // 3 ns for each record, and at most 10 for a transaction.
    assertThat(send(records, 3)).isEqualTo(records);

    assertThat(requests).containsExactly(records.get(9), records.get(4), records.get(8));
  }

  @Test
  void aRetryOfAPartOfItIsTheSameTransaction() {
    List<SourceRecord> records = records(10);
    TransactionBatch batch = TransactionBatch.of(records, context, 10, splits::add, () -> nanoTime);
    batch.get(0);
    nanoTime = 100;

    List<SourceRecord> sent = new ArrayList<>(batch.subList(4, 10));

    assertThat(sent).isEqualTo(records.subList(4, 10));
    assertThat(requests).containsExactly(records.get(9), records.get(4));
  }

  @Test
  void aDeleteAndItsTombstoneAreNotSeparated() {
    String key = "k";
    List<SourceRecord> records =
        List.of(record("j", "x"), record(key, "delete"), record(key, null), record("l", "x"));

    assertThat(send(records, 10)).isEqualTo(records);

    assertThat(requests).containsExactly(records.get(3), records.get(2));
  }

  @Test
  void aWarningNamesTheTableAndTheVersionThatAreSplit() {
    try (CapturedLog log = new CapturedLog(SplitNotices.class)) {
      send(records(3), 10);

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("Table 'orders': version 7 is published in more than one transaction")
          .endsWith("2 of 3 records are committed");
      assertThat(splits).as("the tables of counted splits").containsExactly("orders");
    }
  }

  private List<SourceRecord> send(List<SourceRecord> records, long nanosEach) {
    List<SourceRecord> sent = new ArrayList<>();
    for (SourceRecord record :
        TransactionBatch.of(records, context, 10, splits::add, () -> nanoTime)) {
      sent.add(record);
      nanoTime += nanosEach;
    }
    return sent;
  }

  private static List<SourceRecord> records(int count) {
    return IntStream.range(0, count).mapToObj(i -> record("k" + i, "x")).toList();
  }

  private static SourceRecord record(String key, @Nullable String value) {
    SourceOffset offset = SourceOffset.builder(7).build();
    return new SourceRecord(
        SourceOffsetCodec.sourcePartition("orders"),
        SourceOffsetCodec.write(offset),
        "t",
        null,
        key,
        null,
        value);
  }
}
