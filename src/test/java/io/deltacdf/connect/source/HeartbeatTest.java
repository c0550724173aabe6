package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.LogPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final String TOPIC = "__delta-heartbeat.delta";
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final FakeTable table = new FakeTable("orders", 2);
  private final List<SourceRecord> records = new ArrayList<>();
  private long nanoTime = Long.MAX_VALUE - 5;

  private ScheduledReader start(TableConfig config, Duration interval) {
    return start(config, interval, Optional.empty());
  }

  private ScheduledReader start(
      TableConfig config, Duration interval, Optional<SourceOffset> stored) {
    Heartbeat heartbeat =
        new Heartbeat(
            new HeartbeatRecords("orders", Options.records()),
            (record, size) -> records.add(record),
            interval,
            () -> nanoTime);
    return ReaderRuns.scheduled(ReaderRuns.reader(table, config, stored, records), heartbeat);
  }

  /** Publishes everything that there is. */
  private static OptionalLong run(ScheduledReader reader) throws InterruptedException {
    OptionalLong wait = reader.run();
    while (wait.equals(OptionalLong.of(0))) {
      wait = reader.run();
    }
    return wait;
  }

  private List<String> beats() {
    return records.stream()
        .filter(record -> record.topic().equals(TOPIC))
        .map(record -> record.key() + " " + record.sourceOffset().get("version"))
        .toList();
  }

  private void pass(Duration time) {
    nanoTime += time.toNanos();
  }

  @Test
  void reportsAVersionWithoutRecordsOnce() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a")));
    table.commit(1, STATE, STATE);
    table.snapshot(1, STATE);
    ScheduledReader reader = start(Options.orders("start.version", "0"), INTERVAL);

    run(reader);
    pass(INTERVAL);
    run(reader);

    assertThat(records).hasSize(2);
    SourceRecord beat = records.get(1);
    assertThat(beat.topic()).isEqualTo(TOPIC);
    assertThat((Object) beat.sourcePartition()).isEqualTo(records.get(0).sourcePartition());
    assertThat(offset(beat).orElseThrow().logPosition())
        .isEqualTo(new LogPosition(1, Optional.of("id-1"), OptionalLong.of(1000)));
    assertThat(beat.key()).isEqualTo("orders");
    Struct value = (Struct) beat.value();
    value.validate();
    assertThat(value.get("table")).isEqualTo("orders");
    assertThat(value.get("version")).isEqualTo(1L);
    assertThat(value.get("commit_timestamp")).isEqualTo(1000L);
    assertThat(value.getInt64("ts_ms")).isGreaterThan(1_700_000_000_000L);
    assertThat(beat.headers()).isEmpty();
  }

  @Test
  void sendsNothingIfRecordsCarryTheOffset() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a")));
    table.commit(1, STATE, STATE, removed("0", STATE, delete(1L, "a")));
    table.snapshot(1, STATE);

    run(start(Options.orders("start.version", "0"), INTERVAL));

    assertThat(beats()).isEmpty();
    assertThat(records).hasSize(2);
  }

  @Test
  void sendsNothingIfTheIntervalIsZero() throws Exception {
    table.commit(0, STATE, STATE);
    table.snapshot(0, STATE);

    run(start(Options.orders("start.version", "0"), Duration.ZERO));

    assertThat(records).isEmpty();
  }

  @Test
  void reportsTheLatestVersionWhenTheIntervalIsOver() throws Exception {
    table.snapshot(0, STATE);
    ScheduledReader reader = start(Options.orders("snapshot.mode", "no_data"), INTERVAL);
    run(reader);
    for (long version = 1; version < 100; version++) {
      table.commit(version, STATE, STATE);
    }
    run(reader);
    pass(INTERVAL.minusNanos(1));
    run(reader);
    assertThat(beats()).containsExactly("orders 0");

    pass(Duration.ofNanos(1));
    run(reader);
    assertThat(beats()).containsExactly("orders 0", "orders 99");
    assertThat(texts(offset(records.get(1)))).isEmpty();
  }

  @Test
  void reportsAVersionWhoseLastRecordWasSentBeforeItsEnd() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.snapshot(0, STATE);
    AtomicBoolean failed = new AtomicBoolean();
    table.hook(
        access -> {
          if (access.equals("batch 0 2") && !failed.getAndSet(true)) {
            throw DeltaCdfException.retriable(ErrorCode.STORAGE, "busy", null);
          }
        });
    ScheduledReader reader = start(Options.orders("start.version", "0"), INTERVAL);

    run(reader);
    assertThat(records).hasSize(2);
    run(reader);

    assertThat(failed).isTrue();
    assertThat(records.get(1).sourceOffset()).containsKey("row");
    assertThat(beats()).containsExactly("orders 0");
  }

  @Test
  void reportsAnEmptySnapshot() throws Exception {
    table.snapshot(3, STATE);

    run(start(Options.orders(), INTERVAL));

    assertThat(beats()).containsExactly("orders 3");
    table.commit(4, STATE, STATE, added("4", STATE, insert(1L, "a")));
    table.snapshot(4, STATE, added("4", STATE, insert(1L, "a")));
    assertThat(texts(offset(records.get(0)))).containsExactly("4: 1 a");
  }

  @Test
  void reportsTheLatestVersionAtTheStartSoThatARestartBeginsThere() throws Exception {
    table.snapshot(3, STATE);

    run(start(Options.orders("start.version", "latest"), INTERVAL));

    assertThat(beats()).containsExactly("orders 3");
  }

  @Test
  void reportsNothingBeforeAFutureStartTimestamp() throws Exception {
    table.snapshot(0, STATE);
    table.commit(1, STATE, STATE);

    run(start(Options.orders("start.timestamp", "1970-01-01T00:01:00Z"), INTERVAL));

    assertThat(beats()).isEmpty();
  }

  @Test
  void reportsTheEndVersionAtOnce() throws Exception {
    table.commit(0, STATE, STATE);
    table.commit(1, STATE, STATE);
    table.snapshot(1, STATE);

    assertThat(run(start(Options.orders("start.version", "0", "end.version", "1"), INTERVAL)))
        .isEmpty();

    assertThat(beats()).containsExactly("orders 0", "orders 1");
  }

  /** With heartbeats after every step, a restart from any of their offsets misses nothing. */
  @Test
  void C53_heartbeatsKeepTheirOrderAmongTheRecords() throws Exception {
    FakeTable orders = Orders.table(1);
    ScheduledReader reader =
        ReaderRuns.scheduled(
            ReaderRuns.reader(
                orders, Options.orders("start.version", "0"), Optional.empty(), records),
            new Heartbeat(
                new HeartbeatRecords("orders", Options.records()),
                (record, size) -> records.add(record),
                Duration.ofNanos(1),
                () -> nanoTime++));
    run(reader);

    assertThat(beats()).containsExactly("orders 1", "orders 5");
    for (int i = 0; i < records.size(); i++) {
      List<SourceRecord> rest =
          records.subList(i + 1, records.size()).stream()
              .filter(record -> !record.topic().equals(TOPIC))
              .toList();
      assertThat(ReaderRuns.run(orders, Options.orders(), offset(records.get(i)))).isEqualTo(rest);
    }
  }

  private List<String> texts(Optional<SourceOffset> stored) throws InterruptedException {
    return Orders.texts(ReaderRuns.run(table, Options.orders(), stored));
  }
}
