package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task with {@code table.failure.policy=isolate}: one of its real tables is broken and mended.
 */
@Timeout(60)
class IsolationTest {
  private static final String HEARTBEATS = "__delta-heartbeat.delta";

  @TempDir Path dir;
  private DeltaSourceTask task = new DeltaSourceTask();
  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable good;
  private TestTable bad;

  /** Each table has one row in each of the versions 1 to 3. */
  @BeforeEach
  void makeTables() {
    good = table("good");
    bad = table("bad");
  }

  @AfterEach
  void stop() {
    task.stop();
  }

  @Test
  void aDamagedFileParksItsTableUntilItIsRestored() throws Exception {
    Path file = bad.file(1).location();
    byte[] bytes = Files.readAllBytes(file);
    bad.faults().corruptFile(bad.file(1));

    assertIsolated(ErrorCode.FILE_CORRUPT, 1, () -> Files.write(file, bytes));
  }

  @Test
  void aMissingFileParksItsTableUntilItIsRestored() throws Exception {
    Path file = bad.file(2).location();
    byte[] bytes = Files.readAllBytes(file);
    bad.faults().deleteFile(bad.file(2));

    assertIsolated(ErrorCode.FILE_MISSING, 2, () -> Files.write(file, bytes));
  }

  @Test
  void aCommitThatCannotBeParsedParksItsTableUntilItIsRestored() throws Exception {
    String text = Files.readString(bad.faults().commitFile(3));
    bad.faults().truncateCommit(3);

    assertIsolated(ErrorCode.CORRUPT_COMMIT, 2, () -> bad.faults().overwriteCommit(3, text));
  }

  /** The log is read past a commit before it is found that its changes are not recorded. */
  @Test
  void aVersionWhoseChangesAreNotRecordedIsNotPassed() throws Exception {
    bad.setChangeDataFeed(false);
    bad.insert(row("id", 5, "name", "n5"));
    bad.insert(row("id", 6, "name", "n6"));
    start(Map.of(), "change.feed", "require");
    pollUntil(() -> states().contains("bad 4 parked CHANGE_FEED_OFF"));
    for (int version = 4; version <= 8; version++) {
      int id = version;
      good.insert(row("id", id, "name", "n" + id));
      pollUntil(() -> keys("delta.good").contains(String.valueOf(id)));
    }

    assertThat(keys("delta.bad")).containsExactly("1", "2", "3");
    assertThat(states()).containsExactly("bad 4 parked CHANGE_FEED_OFF");
  }

  /** The failure is in the middle of a version that is published from several files. */
  @Test
  void theTableGoesOnInTheMiddleOfAVersion() throws Exception {
    bad.insert(generate(40, id -> row("id", 100 + id, "name", "x")), 4);
    Path file = bad.file(5).location();
    byte[] bytes = Files.readAllBytes(file);
    bad.faults().corruptFile(bad.file(5));
    start(Map.of());
    pollUntil(() -> states().stream().anyMatch(state -> state.startsWith("bad 4 parked")));
    assertThat(keys("delta.bad")).hasSize(3 + 20);
    assertThat(beats().get(beats().size() - 1).sourceOffset()).containsKey("row");

    Files.write(file, bytes);
    pollUntil(() -> keys("delta.bad").size() == 3 + 40);

    assertThat(keys("delta.bad")).doesNotHaveDuplicates();
  }

  @Test
  void anOffsetThatCannotBeReadParksItsTableWithoutTouchingTheOffset() throws Exception {
    try (CapturedLog log = log()) {
      start(Map.of("bad", Map.of("version", "x")));
      pollUntil(() -> keys("delta.good").size() == 3 && !log.lines().isEmpty());

      assertThat(log.lines().get(0))
          .startsWith("ERROR Table 'bad' has been parked")
          .contains("from its offset (none)", "[OFFSET_INVALID]");
    }
    assertThat(records).allMatch(record -> record.sourcePartition().get("table").equals("good"));
  }

  @Test
  void aRestartOfTheTaskGoesOnFromTheOffsetOfTheParkedTable() throws Exception {
    Path file = bad.file(1).location();
    byte[] bytes = Files.readAllBytes(file);
    bad.faults().corruptFile(bad.file(1));
    start(Map.of());
    pollUntil(() -> states().stream().anyMatch(state -> state.startsWith("bad 1 parked")));
    Map<String, Object> stored = Map.copyOf(beats().get(beats().size() - 1).sourceOffset());
    task.stop();
    Files.write(file, bytes);
    records.clear();

    task = new DeltaSourceTask();
    start(Map.of("bad", stored, "good", Map.of("version", 3L)));
    pollUntil(() -> keys("delta.bad").size() == 2);

    assertThat(keys("delta.bad")).containsExactly("2", "3");
  }

  @Test
  void theTaskFailsWhenAllTablesAreParked() {
    bad.faults().deleteFile(bad.file(1));
    good.faults().corruptFile(good.file(2));
    start(Map.of());

    assertThatThrownBy(() -> pollUntil(() -> false))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("All tables", "bad [FILE_MISSING]", "good [FILE_CORRUPT]");

    assertThat(keys("delta.bad")).containsExactly("1");
    assertThat(keys("delta.good")).containsExactly("1", "2");
  }

  @Test
  void aPublishedTableDoesNotKeepTheTaskRunning() {
    bad.faults().deleteFile(bad.file(1));
    start(Map.of(), "tables.good.end.version", "3");

    assertThatThrownBy(() -> pollUntil(() -> false))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("[FILE_MISSING]");

    assertThat(keys("delta.good")).containsExactly("1", "2", "3");
  }

  @Test
  void byDefaultTheTaskFails() {
    bad.faults().deleteFile(bad.file(1));
    start(Map.of(), "table.failure.policy", "fail");

    assertThatThrownBy(() -> pollUntil(() -> false))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("[FILE_MISSING]");
  }

  /** A change of the broken table. */
  @FunctionalInterface
  private interface Mending {
    void run() throws Exception;
  }

  /**
   * @param published how many versions are published before the damage
   */
  private void assertIsolated(ErrorCode code, int published, Mending mending) throws Exception {
    List<String> all = List.of("1", "2", "3", "4");
    try (CapturedLog log = log()) {
      start(Map.of("bad", Map.of("version", 0L)));
      String parked = "bad " + published + " parked " + code;
      pollUntil(() -> states().contains(parked));
      good.insert(row("id", 4, "name", "n4"));
      pollUntil(() -> keys("delta.good").size() == 4);
      assertThat(keys("delta.bad")).isEqualTo(all.subList(0, published));
      for (SourceRecord beat : beats()) {
        assertThat((Object) beat.sourceOffset().get("version")).isEqualTo((long) published);
        assertThat(beat.sourcePartition().get("table")).isEqualTo("bad");
        ((Struct) beat.value()).validate();
      }

      mending.run();
      bad.insert(row("id", 4, "name", "n4"));
      pollUntil(() -> keys("delta.bad").size() == 4 && states().size() > 1);

      assertThat(keys("delta.bad")).isEqualTo(all);
      assertThat(states()).last().asString().endsWith("running null");
      assertThat(log.lines().stream().filter(line -> line.startsWith("ERROR")))
          .singleElement()
          .asString()
          .contains("'bad'", "[" + code + "]", "goes on from its offset");
      assertThat(log.lines()).anyMatch(line -> line.contains("INFO Table 'bad' is read again"));
    }
  }

  private static CapturedLog log() throws ClassNotFoundException {
    return new CapturedLog(Class.forName("io.deltacdf.connect.source.ParkableTable"));
  }

  private TestTable table(String name) {
    TestTable table =
        TestTable.at(dir.resolve(name)).schema("id long, name string").changeDataFeed().create();
    for (int i = 1; i <= 3; i++) {
      table.insert(row("id", i, "name", "n" + i));
    }
    return table;
  }

  private void start(Map<String, Map<String, Object>> offsets, String... options) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", "good,bad");
    props.put("tables.good.path", good.path());
    props.put("tables.bad.path", bad.path());
    props.put("key", "id");
    props.put("start.version", "1");
    props.put("table.failure.policy", "isolate");
    props.put("replication.grace.ms", "0");
    props.put("read.retry.max.attempts", "2");
    props.put("read.retry.delay.max.ms", "50");
    props.put("poll.interval.ms", "50");
    props.put("poll.interval.min.ms", "50");
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    task.initialize(TaskContexts.of(offsets, () -> {}));
    task.start(props);
  }

  private void pollUntil(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      List<SourceRecord> polled = task.poll();
      if (polled != null) {
        records.addAll(polled);
      }
    }
  }

  private List<String> keys(String topic) {
    return of(topic).map(record -> String.valueOf(record.key())).toList();
  }

  private Stream<SourceRecord> of(String topic) {
    return records.stream().filter(record -> record.topic().equals(topic));
  }

  /** The heartbeats with a state. */
  private List<SourceRecord> beats() {
    return of(HEARTBEATS).filter(beat -> ((Struct) beat.value()).get("state") != null).toList();
  }

  private List<String> states() {
    return beats().stream()
        .map(beat -> (Struct) beat.value())
        .map(
            value ->
                value.get("table")
                    + " "
                    + value.get("version")
                    + " "
                    + value.get("state")
                    + " "
                    + value.get("error_code"))
        .toList();
  }
}
