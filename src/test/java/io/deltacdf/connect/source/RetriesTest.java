package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a failure is retried, and what tells of it; time passes only while a retry waits. */
class RetriesTest {
  private static final String HEARTBEATS = "__delta-heartbeat.delta";

  private final FakeTable table = new FakeTable("orders", 2);
  private final List<SourceRecord> records = new ArrayList<>();
  private long nanoTime = Long.MAX_VALUE - 5;
  private int tries;

  @BeforeEach
  void makeTable() {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.snapshot(0, STATE);
  }

  @Test
  void anOutageOfDaysIsRetriedWithoutEndAndSeldomWarnedOf() throws Exception {
    try (CapturedLog log = new CapturedLog(ScheduledReader.class)) {
      ScheduledReader reader = start(Options.usualFlow());
      runUntilIdle(reader);
      fail("next", ErrorCode.STORAGE);
      retryFor(reader, Duration.ofDays(3));

      assertThat(log.warnings()).hasSizeBetween(3 * 24 * 6, 3 * 24 * 6 + 15);
      assertThat(log.warnings().get(0)).contains("'orders'", "retry 1 ", "[STORAGE] down");
      assertThat(log.warnings().get(100)).contains(" s after the first failure: ");

      table.hook(access -> {});
      table.commit(1, STATE, STATE, added("1", STATE, insert(3L, "c")));
      runUntilIdle(reader);
      assertThat(log.lines()).anyMatch(line -> line.contains("read again; retries made: 4"));
    }
    assertThat(states().subList(0, 2)).containsExactly("retrying STORAGE", "retrying STORAGE");
    assertThat(states()).hasSizeBetween(3 * 24 * 60 - 5, 3 * 24 * 60 + 5);
    assertThat(states().get(states().size() - 1)).isEqualTo("running null");
    assertThat(Orders.texts(rows())).containsExactly("0: 1 a", "0: 2 b", "1: 3 c");
    for (SourceRecord beat : beats()) {
      ((Struct) beat.value()).validate();
      assertThat((Object) beat.sourceOffset()).isEqualTo(rows().get(1).sourceOffset());
      assertThat((Object) beat.sourcePartition()).isEqualTo(rows().get(0).sourcePartition());
    }
  }

  /** The heartbeats repeat the offset in the middle of the version, not one before or after it. */
  @Test
  void anOutageInTheMiddleOfAVersionKeepsItsPosition() throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    fail("batch 0 2", ErrorCode.STORAGE);
    runUntilFailing(reader);
    retryFor(reader, Duration.ofMinutes(10));

    assertThat(states()).contains("retrying STORAGE");
    assertThat(beats())
        .allMatch(beat -> beat.sourceOffset().equals(rows().get(1).sourceOffset()))
        .allMatch(beat -> beat.sourceOffset().containsKey("row"));
  }

  /** Nothing may be stored for a table that has no offset, not even null. */
  @Test
  void aTableWithoutAnOffsetHasNoHeartbeats() throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    fail("latest", ErrorCode.ACCESS_DENIED);

    failure(reader);

    assertThat(records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "STORAGE, 10, 180, 300",
    "CORRUPT_COMMIT, 10, 180, 300",
    "ACCESS_DENIED, 21, 900, 901",
  })
  void aTableThatWasNeverReadFailsInTheEnd(
      ErrorCode code, int retries, long minSeconds, long maxSeconds) throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    long before = nanoTime;
    fail("next", code);

    assertThat(failure(reader).code()).isEqualTo(code);

    assertThat(tries).isEqualTo(retries + 1);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(nanoTime - before)).isBetween(minSeconds, maxSeconds);
  }

  @ParameterizedTest
  @CsvSource({"CORRUPT_COMMIT, 180, 300", "ACCESS_DENIED, 900, 901"})
  void otherFailuresEndAlsoAfterTheTableWasRead(ErrorCode code, long minSeconds, long maxSeconds)
      throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    runUntilIdle(reader);
    long before = nanoTime;
    fail("next", code);

    assertThat(failure(reader).code()).isEqualTo(code);

    assertThat(TimeUnit.NANOSECONDS.toSeconds(nanoTime - before)).isBetween(minSeconds, maxSeconds);
  }

  /** An outage of hours does not use up the retries of a commit that is not complete yet. */
  @Test
  void eachKindOfFailureHasItsOwnRetries() throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    runUntilIdle(reader);
    fail("next", ErrorCode.STORAGE);
    retryFor(reader, Duration.ofHours(3));
    int outage = tries;
    fail("next", ErrorCode.CORRUPT_COMMIT);

    assertThat(failure(reader).code()).isEqualTo(ErrorCode.CORRUPT_COMMIT);

    assertThat(tries - outage).isEqualTo(11);
  }

  @ParameterizedTest
  @CsvSource({"STORAGE", "ACCESS_DENIED", "CORRUPT_COMMIT"})
  void aNumberThatIsSetAppliesToAllFailures(ErrorCode code) throws Exception {
    ScheduledReader reader = start(Options.usualFlow("read.retry.max.attempts", "2"));
    runUntilIdle(reader);
    fail("next", code);

    assertThat(failure(reader).code()).isEqualTo(code);

    assertThat(tries).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"STORAGE", "ACCESS_DENIED", "CORRUPT_COMMIT"})
  void withoutEndAppliesToAllFailures(ErrorCode code) throws Exception {
    ScheduledReader reader = start(Options.usualFlow("read.retry.max.attempts", "-1"));
    fail("next", code);

    retryFor(reader, Duration.ofDays(1));
  }

  /** Nothing is wrong with a server that limits requests, so its pauses use up no retries. */
  @ParameterizedTest
  @CsvSource({"'', 10", "2, 2", "0, 0"})
  void theTimeThatAServerAsksForUsesUpNoRetries(String attempts, int retries) throws Exception {
    ScheduledReader reader =
        start(
            attempts.isEmpty()
                ? Options.usualFlow()
                : Options.usualFlow("read.retry.max.attempts", attempts));
    long before = nanoTime;
    limitRequests(100, Duration.ofSeconds(90));
    while (tries < 100) {
      nanoTime += reader.run().orElseThrow();
    }

    assertThat(TimeUnit.NANOSECONDS.toSeconds(nanoTime - before)).isEqualTo(100 * 90);
    tries = 0;
    fail("next", ErrorCode.STORAGE);
    assertThat(failure(reader).code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(tries).as("all retries are left").isEqualTo(retries + 1);
  }

  @Test
  void aTableThatWasThrottledIsReadAfterwards() throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    limitRequests(20, Duration.ofMinutes(10));
    retryFor(reader, Duration.ofMinutes(20 * 10));
    runUntilIdle(reader);

    assertThat(Orders.texts(rows())).containsExactly("0: 1 a", "0: 2 b");
  }

  /** A catalog hands out credentials for the place of the table that has the name now. */
  @Test
  void credentialsForAnotherPlaceAreThoseOfAnotherTable() throws Exception {
    ScheduledReader reader = start(Options.usualFlow());
    runUntilIdle(reader);
    TableState other = FakeStates.state("id-of-another-table", true, "id long, name string");
    table.commit(0, other, other);
    table.hook(
        access -> {
          if (access.startsWith("next")) {
            throw DeltaCdfException.permanent(ErrorCode.UNSUPPORTED_STORE, "another place", null);
          }
        });

    assertThat(failure(reader).code()).isEqualTo(ErrorCode.TABLE_REPLACED);
  }

  private void limitRequests(int times, Duration pause) {
    table.hook(
        access -> {
          if (tries < times) {
            tries++;
            throw DeltaCdfException.throttled(ErrorCode.STORAGE, pause, "limited");
          }
        });
  }

  private ScheduledReader start(FlowConfig flow) {
    ReachedOffset reached = new ReachedOffset((record, size) -> records.add(record));
    HeartbeatRecords heartbeats = new HeartbeatRecords("orders", Options.records());
    TableReader reader =
        new TableReader(
            table, Options.orders("start.version", "0"), Options.records(), null, reached);
    return new ScheduledReader(
        reader,
        flow,
        reached,
        new Heartbeat(
            heartbeats, reached, flow.heartbeatInterval(), () -> nanoTime, new PendingHeartbeats()),
        new StateHeartbeats(
            heartbeats,
            (record, size) -> records.add(record),
            flow.heartbeatInterval(),
            () -> nanoTime),
        false,
        new StopSignal(),
        () -> nanoTime);
  }

  /** Lets accesses to the table fail that start with a text. */
  private void fail(String start, ErrorCode code) {
    table.hook(
        access -> {
          if (access.startsWith(start)) {
            tries++;
            throw DeltaCdfException.retriable(code, "down", null);
          }
        });
  }

  private static void runUntilIdle(ScheduledReader reader) throws InterruptedException {
    OptionalLong wait = reader.run();
    while (wait.equals(OptionalLong.of(0))) {
      wait = reader.run();
    }
  }

  private void runUntilFailing(ScheduledReader reader) throws InterruptedException {
    int before = tries;
    while (tries == before) {
      reader.run();
    }
  }

  private void retryFor(ScheduledReader reader, Duration time) throws InterruptedException {
    long start = nanoTime;
    while (nanoTime - start < time.toNanos()) {
      nanoTime += reader.run().orElseThrow();
    }
  }

  private DeltaCdfException failure(ScheduledReader reader) throws InterruptedException {
    while (true) {
      try {
        nanoTime += reader.run().orElseThrow();
      } catch (DeltaCdfException e) {
        return e;
      }
    }
  }

  private List<SourceRecord> rows() {
    return records.stream().filter(record -> !record.topic().equals(HEARTBEATS)).toList();
  }

  /** The heartbeats that tell a state; the first heartbeat does not. */
  private List<SourceRecord> beats() {
    return records.stream()
        .filter(record -> record.topic().equals(HEARTBEATS))
        .filter(record -> ((Struct) record.value()).getString("state") != null)
        .toList();
  }

  private List<String> states() {
    return beats().stream()
        .map(beat -> (Struct) beat.value())
        .map(value -> value.get("state") + " " + value.get("error_code"))
        .toList();
  }
}
