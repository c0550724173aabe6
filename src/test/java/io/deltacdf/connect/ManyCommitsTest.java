package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.CountingFileSystem;
import io.deltacdf.connect.testing.CountingFileSystem.Counts;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A table of very many small commits takes no more requests than necessary. */
@Timeout(1800)
class ManyCommitsTest {
  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  /** 300 commits, or 50,000 with {@code bin/verify --full}. */
  private static final int COMMITS = Boolean.getBoolean("deltacdf.full") ? 50_000 : 300;

  private final DeltaSourceTask task = new DeltaSourceTask();
  @TempDir Path dir;

  @AfterEach
  void stop() {
    task.stop();
  }

  @Test
  void C68_theLogIsListedAFewTimesForAllCommitsAndOnceAMinuteWhenIdle() throws Exception {
    TestTable table = table();
    Counts whole = Counts.now();
    start(table);
    // All versions are read without a poll.
    AtomicLong opened = new AtomicLong();
    Awaitility.await()
        .atMost(Duration.ofMinutes(25))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> isStable(opened, whole.since().opened()));
    List<SourceRecord> first = poll();
    List<SourceRecord> records = new ArrayList<>(first);
    while (records.size() < COMMITS) {
      records.addAll(poll());
    }

    // The last version may not be completed yet, and the first record is a heartbeat.
    assertThat(first).hasSizeGreaterThanOrEqualTo(Math.min(COMMITS - 1, 2047));
    assertThat(records)
        .extracting(record -> record.headers().lastWithName("delta.commit.version").value())
        .doesNotHaveDuplicates()
        .hasSize(COMMITS);
    assertThat(whole.since().listings()).isLessThanOrEqualTo(6);
    assertThat(whole.since().opened())
        .as("each commit once, and the start")
        .isEqualTo(COMMITS + 1L);

    Counts idle = Counts.now();
    Awaitility.await().until(() -> idle.since().looks() >= 10);
    assertThat(idle.since().listings()).as("one a minute").isLessThanOrEqualTo(1);
    assertThat(idle.since().opened()).isZero();

    Counts commit = Counts.now();
    copy(table, COMMITS + 1);
    assertThat(poll()).hasSize(1);
    assertThat(commit.since().listings()).as("one a minute").isLessThanOrEqualTo(1);
    assertThat(commit.since().opened()).as("the commit itself").isEqualTo(1);
  }

  private static boolean isStable(AtomicLong last, long now) {
    return last.getAndSet(now) == now && now > COMMITS;
  }

  /** Each version from 1 on adds a file of one row. All add the same file, which is allowed. */
  private TestTable table() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    for (int version = 2; version <= COMMITS; version++) {
      copy(table, version);
    }
    return table;
  }

  private static void copy(TestTable table, int version) throws IOException {
    Path complete = table.directory().resolve("commit.json");
    Files.copy(table.faults().commitFile(1), complete);
    Files.move(complete, table.faults().commitFile(version));
  }

  private void start(TestTable table) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", "orders");
    props.put("tables.orders.path", table.path());
    props.put("tables.orders.key", "id");
    props.put("poll.interval.ms", "50");
    props.put("max.queue.size.in.bytes", "200000000");
    CountingFileSystem.OPTIONS.forEach((name, value) -> props.put("hadoop." + name, value));
    task.initialize(TaskContexts.of(Map.of("orders", Map.of("version", 0L)), () -> {}));
    task.start(props);
  }

  private List<SourceRecord> poll() throws InterruptedException {
    List<SourceRecord> rows = new ArrayList<>();
    while (rows.isEmpty()) {
      List<SourceRecord> records = task.poll();
      for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
        task.commitRecord(record, METADATA);
        if (!record.topic().startsWith("__delta-heartbeat.")) {
          rows.add(record);
        }
      }
    }
    return rows;
  }
}
