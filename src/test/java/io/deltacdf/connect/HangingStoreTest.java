package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that does not answer stops its own tables only. */
@Timeout(120)
class HangingStoreTest {
  private static final List<String> HANGING = List.of("a", "b", "c", "d", "e");

  private final DeltaSourceTask task = new DeltaSourceTask();
  private final Map<String, Integer> records = new TreeMap<>();
  private final Map<String, TestTable> tables = new HashMap<>();
  private final Map<String, String> props = new HashMap<>();
  @TempDir Path dir;

  @AfterEach
  void stop() {
    HangingFileSystem.answer();
    task.stop();
  }

  private void table(String name, String store) {
    TestTable table = TestTable.at(dir.resolve(name)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    tables.put(name, table);
    props.merge("tables", name, (all, one) -> all + "," + one);
    props.put("tables." + name + ".path", store + table.path());
    props.put("tables." + name + ".key", "id");
  }

  private void start(String threads) {
    props.put("topic.prefix", "t");
    props.put("poll.interval.ms", "20");
    props.put("heartbeat.interval.ms", "0");
    if (threads != null) {
      props.put("reader.threads", threads);
    }
    HangingFileSystem.OPTIONS.forEach((name, value) -> props.put("hadoop." + name, value));
    task.initialize(TaskContexts.of(Map.of(), () -> {}));
    task.start(props);
  }

  private void await(String table, int count) {
    Awaitility.await()
        .until(
            () -> {
              List<SourceRecord> polled = task.poll();
              if (polled != null) {
                polled.forEach(record -> records.merge(record.topic(), 1, Integer::sum));
                polled.forEach(record -> task.commitRecord(record, null));
              }
              return records.getOrDefault("t." + table, 0) >= count;
            });
  }

  @Test
  void aStoreThatHangsFromTheStartHoldsHalfOfTheThreads() {
    HANGING.forEach(name -> table(name, "hanging://one"));
    table("orders", "");
    HangingFileSystem.hang();

    start("4");
    Awaitility.await().until(() -> HangingFileSystem.waiting() == 2);
    await("orders", 1);
    for (int id = 2; id < 10; id++) {
      tables.get("orders").insert(row("id", id));
      await("orders", id);
    }

    assertThat(HangingFileSystem.waiting()).isEqualTo(2);
    assertThat(records).containsOnlyKeys("t.orders");
    HangingFileSystem.answer();
    HANGING.forEach(name -> await(name, 1));
  }

  @Test
  void aStoreThatHangsWhileItIsOpenedStopsItsOwnTablesOnly() {
    HANGING.forEach(name -> table(name, "hanging://one"));
    table("orders", "");
    table("items", "hanging://two");
    HangingFileSystem.hangWhileOpened();

    start("6");
    Awaitility.await().until(() -> HangingFileSystem.waiting() == 2);
    await("orders", 1);

    HangingFileSystem.answer();
    HANGING.forEach(name -> await(name, 1));
    await("items", 1);
  }

  @Test
  void aStoreThatHangsLaterDoesNotStopTheTablesOfAnotherBucket() {
    HANGING.forEach(name -> table(name, "hanging://one"));
    table("orders", "file://");
    start("2");
    HANGING.forEach(name -> await(name, 1));
    await("orders", 1);

    HangingFileSystem.hang();
    Awaitility.await().until(() -> HangingFileSystem.waiting() == 1);
    for (int id = 2; id < 10; id++) {
      tables.get("orders").insert(row("id", id));
      await("orders", id);
    }

    HangingFileSystem.answer();
    tables.get("e").insert(row("id", 2));
    await("e", 2);
  }

  @Test
  void theTablesOfOneStoreUseAllThreads() {
    HANGING.forEach(name -> table(name, "hanging://one"));
    HangingFileSystem.hang();

    start("4");

    Awaitility.await().until(() -> HangingFileSystem.waiting() == 4);
    HangingFileSystem.answer();
    HANGING.forEach(name -> await(name, 1));
  }

  @Test
  void byDefaultUpToEightTablesAreReadAtATime() {
    HANGING.forEach(name -> table(name, "hanging://one"));
    List.of("f", "g", "h", "i", "j").forEach(name -> table(name, "hanging://one"));
    HangingFileSystem.hang();

    start(null);
    Awaitility.await().until(() -> HangingFileSystem.waiting() == 8);
    HangingFileSystem.answer();

    await("j", 1);
  }

  /** Each reader waits for the limit: a start needs more requests than those of one second. */
  @Test
  void aTaskThatWaitsForItsRequestLimitCanBeStopped() {
    HANGING.forEach(name -> table(name, "hanging://limited"));
    table("orders", "");
    props.put("store.requests.per.second", "1");
    start("4");
    await("orders", 1);

    task.stop();

    assertThat(records).containsOnlyKeys("t.orders");
    Awaitility.await().until(() -> readerThreads().isEmpty());
  }

  private static List<Thread> readerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("delta-source-reader"))
        .toList();
  }

  @Test
  void tablesWithARequestLimitArePublished() {
    HANGING.forEach(name -> table(name, "hanging://fast"));
    props.put("store.requests.per.second", "50");

    start("4");

    HANGING.forEach(name -> await(name, 1));
  }
}
