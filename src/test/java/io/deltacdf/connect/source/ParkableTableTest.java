package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.source.transaction.TableSink;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that is parked; time passes only while it waits for its next attempt. */
class ParkableTableTest {
  private final FakeTable table = new FakeTable("orders", 2);
  private final List<SourceRecord> records = new ArrayList<>();
  private long nanoTime = Long.MAX_VALUE - 5;

  @BeforeEach
  void makeTable() {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.snapshot(0, STATE);
  }

  @Test
  void isTriedAgainWithGrowingPausesAndReportedOnceAnHour() throws Exception {
    ParkableTable parked = start(Options.orders("start.version", "0"));
    runUntilIdle(parked);
    fail(() -> DeltaCdfException.permanent(ErrorCode.FILE_MISSING, "gone", null));
    List<Long> minutes = new ArrayList<>();
    try (CapturedLog log = new CapturedLog(ParkableTable.class)) {
      long start = nanoTime;
      while (nanoTime - start < Duration.ofDays(1).toNanos()) {
        long nanos = parked.run().orElseThrow();
        nanoTime += nanos;
        minutes.add(TimeUnit.NANOSECONDS.toMinutes(nanos));
      }

      assertThat(minutes.subList(0, 7)).containsExactly(1L, 2L, 4L, 8L, 10L, 10L, 10L);
      assertThat(log.lines()).hasSizeBetween(20, 25);
      assertThat(log.lines())
          .allMatch(line -> line.startsWith("ERROR Table 'orders' has been parked for "))
          .allMatch(line -> line.endsWith("[FILE_MISSING] gone"));

      table.hook(access -> {});
      runUntilIdle(parked);
      assertThat(log.lines()).last().asString().startsWith("INFO Table 'orders' is read again");
    }
    assertThat(records.stream().filter(record -> record.topic().equals("delta.orders"))).hasSize(2);
    assertThat(records).allMatch(record -> record.sourceOffset() != null);
  }

  /** Nothing tells Connect of the position, so that only this object knows it. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "60000"})
  void aTableThatStartsAtTheLatestVersionDoesNotPassTheVersionThatFails(String interval)
      throws Exception {
    ParkableTable parked =
        start(Options.orders("start.version", "latest"), "heartbeat.interval.ms", interval);
    table.hook(
        access -> {
          if (access.startsWith("read 1")) {
            throw DeltaCdfException.permanent(ErrorCode.FILE_CORRUPT, "damaged", null);
          } else if (access.equals("next 1")) {
            table.commit(1, STATE, STATE, added("1", STATE, insert(3L, "c")));
            table.snapshot(1, STATE);
          }
        });
    while (!parked.run().equals(OptionalLong.of(TimeUnit.MINUTES.toNanos(1)))) {}

    table.hook(access -> {});
    runUntilIdle(parked);

    assertThat(
            Orders.texts(
                records.stream().filter(record -> record.topic().equals("delta.orders")).toList()))
        .containsExactly("1: 3 c");
  }

  /** No other table could go on either. */
  @Test
  void tooLittleMemoryIsNeverIsolated() throws Exception {
    ParkableTable parked = start(Options.orders("start.version", "0"));
    runUntilIdle(parked);
    fail(() -> new IllegalStateException("wrapped", new OutOfMemoryError("heap")));

    assertThatThrownBy(parked::run)
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("[INTERNAL]", "'orders'");
  }

  @Test
  void anUnexpectedErrorIsIsolated() throws Exception {
    ParkableTable parked = start(Options.orders("start.version", "0"));
    runUntilIdle(parked);
    fail(() -> new IllegalStateException("a fault"));

    assertThat(parked.run()).hasValue(TimeUnit.MINUTES.toNanos(1));
  }

  /** Lets each access to the table fail. */
  private void fail(Supplier<RuntimeException> failure) {
    table.hook(
        access -> {
          throw failure.get();
        });
  }

  private ParkableTable start(TableConfig config, String... options) {
    List<String> all = new ArrayList<>(List.of("table.failure.policy", "isolate"));
    all.addAll(List.of(options));
    FlowConfig flow = Options.usualFlow(all.toArray(String[]::new));
    ReachedOffset reached = new ReachedOffset((record, size) -> records.add(record));
    HeartbeatRecords heartbeats = new HeartbeatRecords("orders", Options.records());
    Heartbeat heartbeat =
        new Heartbeat(
            heartbeats, reached, flow.heartbeatInterval(), () -> nanoTime, new PendingHeartbeats());
    StateHeartbeats states =
        new StateHeartbeats(
            heartbeats,
            (record, size) -> records.add(record),
            flow.heartbeatInterval(),
            () -> nanoTime);
    StopSignal stop = new StopSignal();
    return new ParkableTable(
        table,
        Optional::empty,
        flow,
        new TableSink() {
          @Override
          public void accept(SourceRecord record, int size) {
            records.add(record);
          }
        },
        reached,
        states,
        (opened, from, afterFailure) ->
            new ScheduledReader(
                new TableReader(opened, config, Options.records(), from, reached),
                flow,
                reached,
                heartbeat,
                states,
                afterFailure,
                stop,
                () -> nanoTime),
        // Another table runs.
        new ParkedTables(2),
        new TableMetrics("orders", System::currentTimeMillis),
        stop,
        () -> nanoTime);
  }

  private static void runUntilIdle(ParkableTable parked) throws InterruptedException {
    OptionalLong wait = parked.run();
    while (wait.equals(OptionalLong.of(0))) {
      wait = parked.run();
    }
  }
}
