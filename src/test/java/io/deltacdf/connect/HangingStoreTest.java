package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.stores.HangingFileSystem.Call;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        .pollInterval(Duration.ofMillis(2))
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

  /** The steps of a reader in which a store can hang. */
  private enum Step {
    OPEN_STORE(Call.OPEN_STORE, ""),
    LIST_LOG(Call.LIST, ""),
    LOAD_CHECKPOINT(Call.OPEN_FILE, ".checkpoint.parquet"),
    LOAD_COMMIT(Call.OPEN_FILE, ".json"),
    READ_FOOTER(Call.OPEN_FILE, "-c000.snappy.parquet"),
    READ_ROW_GROUP(Call.READ_RANGE, "-c000.snappy.parquet"),
    READ_DELETION_VECTOR(Call.OPEN_FILE, ".bin");

    private final Call call;
    private final String file;

    Step(Call call, String file) {
      this.call = call;
      this.file = file;
    }

    boolean isAt(Call made, org.apache.hadoop.fs.Path path) {
      return made == call && path.getName().endsWith(file);
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoOfThreeStoresThatHangInAnyStepDoNotStopTheThird(Step step) {
    TestTable table = tableWithEveryStep();
    List<String> stores = List.of("one", "two");
    stores.forEach(store -> threeTables(store, table));
    table("orders", "");
    HangingFileSystem.hangAt(step::isAt);

    start("2");

    Awaitility.await().until(() -> HangingFileSystem.waiting() == 2);
    publishesOrders();
    assertThat(HangingFileSystem.waiting()).isEqualTo(2);
    assertThat(records).containsOnlyKeys("t.orders");
    HangingFileSystem.answer();
    stores.forEach(store -> await(store + 2, 599));
  }

  /** Each store hangs in another step. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void fiveOfSixStoresThatHangDoNotStopTheSixth(int firstStep) {
    TestTable table = tableWithEveryStep();
    List<String> stores = List.of("one", "two", "three", "four", "five");
    stores.forEach(store -> threeTables(store, table));
    table("orders", "");
    HangingFileSystem.hangAt(
        (call, path) -> {
          int store = stores.indexOf(path.toUri().getAuthority());
          return Step.values()[(firstStep + store) % Step.values().length].isAt(call, path);
        });

    start("4");

    Awaitility.await().until(() -> HangingFileSystem.waiting() >= 5);
    publishesOrders();
    assertThat(records).containsOnlyKeys("t.orders");
    // Five for the stores beside the last one.
    assertThat(HangingFileSystem.waiting()).isLessThan(4 + 5);
    HangingFileSystem.answer();
    stores.forEach(store -> await(store + 2, 599));
  }

  @Test
  void oneThreadIsEnoughBesideStoresThatHang() {
    List.of("a", "b").forEach(name -> table(name, "hanging://one"));
    table("c", "hanging://two");
    table("orders", "");
    HangingFileSystem.hang();

    start("1");

    Awaitility.await().until(() -> HangingFileSystem.waiting() == 2);
    publishesOrders();
    HangingFileSystem.answer();
    List.of("a", "b", "c").forEach(name -> await(name, 1));
  }

  private void publishesOrders() {
    await("orders", 1);
    for (int id = 2; id < 6; id++) {
      tables.get("orders").insert(row("id", id));
      await("orders", id);
    }
  }

  private TestTable tableWithEveryStep() {
    TestTable table =
        TestTable.at(dir.resolve("steps"))
            .schema("id long, text string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    Random random = new Random(1);
    List<Map<String, Object>> rows =
        LongStream.range(0, 600)
            .mapToObj(
                id ->
                    row(
                        "id",
                        id,
                        "text",
                        random
                            .ints(2_000, ' ', '~')
                            .mapToObj(Character::toString)
                            .collect(joining())))
            .toList();
    table.commit().addRows(rows).write();
    table.commit().removeRows(table.file(0), 1).write();
    table.checkpoint();
    table.setProperty("delta.logRetentionDuration", "interval 30 days");
    return table;
  }

  private void threeTables(String store, TestTable table) {
    for (int i = 0; i < 3; i++) {
      String name = store + i;
      props.merge("tables", name, (all, one) -> all + "," + one);
      props.put("tables." + name + ".path", "hanging://" + store + table.path());
      props.put("tables." + name + ".key", "id");
    }
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
