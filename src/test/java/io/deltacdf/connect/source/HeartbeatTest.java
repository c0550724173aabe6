package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.PlainRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatTest {
  private static final String TOPIC = "__delta-heartbeat.delta";
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final FakeTable table = new FakeTable("orders", 2);
  private final List<SourceRecord> records = new ArrayList<>();
  private final PendingHeartbeats pending = new PendingHeartbeats();
  private long nanoTime = Long.MAX_VALUE - 5;

  private ScheduledReader start(TableConfig config, Duration interval) {
    return start(config, interval, Optional.empty());
  }

  private ScheduledReader start(
      FakeTable of, TableConfig config, Optional<SourceOffset> stored, OffsetStore offsets) {
    return ReaderRuns.scheduled(
        ReaderRuns.reader(of, config, stored, records, offsets), heartbeat(INTERVAL));
  }

  private Heartbeat heartbeat(Duration interval) {
    return new Heartbeat(
        new HeartbeatRecords("orders", Options.records()),
        (record, size) -> records.add(record),
        interval,
        () -> nanoTime,
        pending);
  }

  private ScheduledReader start(
      TableConfig config, Duration interval, Optional<SourceOffset> stored) {
    return ReaderRuns.scheduled(
        ReaderRuns.reader(table, config, stored, records), heartbeat(interval));
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

    assertThat(beats()).containsExactly("orders -1", "orders 1");
    assertThat(records).hasSize(3);
    SourceRecord beat = records.get(2);
    assertThat(beat.topic()).isEqualTo(TOPIC);
    assertThat((Object) beat.sourcePartition()).isEqualTo(records.get(1).sourcePartition());
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
  void sendsNothingMoreIfRecordsCarryTheOffset() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a")));
    table.commit(1, STATE, STATE, removed("0", STATE, delete(1L, "a")));
    table.snapshot(1, STATE);

    run(start(Options.orders("start.version", "0"), INTERVAL));

    assertThat(beats()).containsExactly("orders -1");
    assertThat(records).hasSize(3);
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
    assertThat(beats()).containsExactly("orders 0", "orders 1");

    pass(Duration.ofNanos(1));
    run(reader);
    assertThat(beats()).containsExactly("orders 0", "orders 1", "orders 99");
    assertThat(texts(offset(records.get(2)))).isEmpty();
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
    assertThat(records).hasSize(3);
    run(reader);

    assertThat(failed).isTrue();
    assertThat(records.get(2).sourceOffset()).containsKey("row");
    assertThat(beats()).containsExactly("orders -1", "orders 0");
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

    assertThat(beats()).containsExactly("orders -1", "orders 0", "orders 1");
  }

  @Test
  void theFirstRecordRepeatsTheStoredOffset() throws Exception {
    FakeTable orders = Orders.table(1);
    List<SourceRecord> all =
        ReaderRuns.run(orders, Options.orders("start.version", "4"), Optional.empty());

    for (SourceRecord record : all) {
      records.clear();
      run(start(orders, Options.orders(), offset(record), OffsetStore.NOT_AWAITED));

      assertThat(records.get(0).topic()).isEqualTo(TOPIC);
      assertThat((Object) records.get(0).sourceOffset()).isEqualTo(record.sourceOffset());
      assertThat(((Struct) records.get(0).value()).get("version"))
          .isEqualTo(record.sourceOffset().get("version"));
    }
  }

  @Test
  void noRowOfASnapshotIsPublishedBeforeItsPositionIsStored() throws Exception {
    FakeTable orders = Orders.table(1);
    Set<SourceOffset> stored = new HashSet<>();
    ScheduledReader reader =
        start(
            orders, Options.orders(), Optional.empty(), (name, offset) -> stored.contains(offset));

    OptionalLong wait = run(reader);
    pass(INTERVAL);
    run(reader);

    // The thread is free for other tables in the meantime.
    assertThat(wait.orElseThrow()).isPositive();
    assertThat(beats()).containsExactly("orders 7");
    assertThat(records).hasSize(1);
    stored.add(offset(records.get(0)).orElseThrow());
    run(reader);
    assertThat(Orders.texts(records.subList(1, records.size())))
        .containsExactly("7: 1 A", "7: 5 E");
  }

  /** Key 2 is published by the first run, and deleted before the second one. */
  @Test
  void aRestartBeforeTheFirstRowIsStoredTakesTheSameVersion() throws Exception {
    FakeFile before = added("0", STATE, insert(1L, "a"), insert(2L, "b"));
    table.snapshot(0, STATE, before);
    run(start(table, Options.orders(), Optional.empty(), OffsetStore.NOT_AWAITED));
    assertThat(Orders.texts(records.subList(1, 3))).containsExactly("0: 1 a", "0: 2 b");
    String id = (String) records.get(0).sourceOffset().get("snapshot");

    table.commit(1, STATE, STATE, cdc("1", STATE, delete(2L, "b")));
    table.snapshot(1, STATE, added("1", STATE, insert(1L, "a")));
    Optional<SourceOffset> pinned = offset(records.get(0));
    records.clear();
    run(start(table, Options.orders(), pinned, (name, offset) -> false));

    assertThat(Orders.texts(records.subList(1, 4)))
        .containsExactly("0: 1 a", "0: 2 b", "1: 2 deleted");
    assertThat(records.get(1).headers().lastWithName("delta.snapshot.id").value()).isEqualTo(id);
  }

  /** Otherwise a restart would begin with a newer version, and version 8 would be lost. */
  @ParameterizedTest
  @ValueSource(strings = {"start.version=latest", "snapshot.mode=no_data"})
  void noChangeAfterTheNewestVersionIsPublishedBeforeThatVersionIsStored(String option)
      throws Exception {
    TableConfig config = Options.orders(option.split("="));
    FakeTable orders = Orders.table(1);
    Set<SourceOffset> stored = new HashSet<>();
    ScheduledReader reader =
        start(orders, config, Optional.empty(), (name, offset) -> stored.contains(offset));

    OptionalLong wait = run(reader);
    orders.commit(8, Orders.WIDER, Orders.WIDER, added("8", Orders.WIDER, insert(8L, "h", "new")));
    pass(INTERVAL);
    run(reader);

    assertThat(wait.orElseThrow()).isPositive();
    assertThat(beats()).containsExactly("orders 7");
    assertThat(records).as("nothing but the heartbeat").hasSize(1);
    SourceOffset pin = offset(records.get(0)).orElseThrow();
    stored.add(pin);
    run(reader);
    assertThat(Orders.texts(records.subList(1, 2))).containsExactly("8: 8 h");

    // Killed right after the version was stored.
    orders.snapshot(8, Orders.WIDER);
    records.clear();
    run(start(orders, config, Optional.of(pin), (name, offset) -> false));
    assertThat(Orders.texts(records.subList(1, 2))).containsExactly("8: 8 h");
  }

  @Test
  void aSnapshotOfATableWithAnOffsetWaitsForItsPositionToo() throws Exception {
    FakeTable orders = Orders.table(1);
    ScheduledReader reader =
        start(
            orders,
            Options.orders("snapshot.request", "again"),
            Optional.of(SourceOffset.builder(3).build()),
            (name, offset) -> false);

    run(reader);
    run(reader);

    assertThat(beats()).containsExactly("orders 3", "orders 3");
    assertThat(records).hasSize(2);
    assertThat(records.get(0).sourceOffset()).doesNotContainKey("snapshot");
    assertThat(records.get(1).sourceOffset()).containsKey("snapshot");
  }

  @Test
  void aTableWithoutAKeyDoesNotWait() throws Exception {
    FakeTable orders = Orders.table(1);
    TableConfig keyless =
        Options.orders("key", "", "commit.consolidation", "none", "end.version", "0");

    run(start(orders, keyless, Optional.empty(), (name, offset) -> false));

    assertThat(beats()).containsExactly("orders 0");
    assertThat(records).hasSize(3);
    assertThat(records.get(0).topic()).isEqualTo(TOPIC);
  }

  @Test
  void saysThatTheFirstHeartbeatIsNotAcknowledged() throws Exception {
    table.snapshot(0, STATE, added("0", STATE, insert(1L, "a")));
    ScheduledReader reader =
        start(table, Options.orders(), Optional.empty(), (name, offset) -> false);
    try (CapturedLog log = new CapturedLog(Heartbeat.class)) {
      run(reader);
      pass(INTERVAL.minusNanos(1));
      run(reader);
      assertThat(log.lines()).isEmpty();

      pass(Duration.ofNanos(1));
      run(reader);
      run(reader);
      assertThat(log.lines()).singleElement().asString().contains("ERROR", "'orders'", TOPIC);

      pending.remove(records.get(0));
      pass(INTERVAL);
      run(reader);
      assertThat(log.lines()).hasSize(1);
    }
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
                () -> nanoTime++,
                pending));
    run(reader);

    assertThat(beats()).containsExactly("orders -1", "orders 1", "orders 5");
    for (int i = 0; i < records.size(); i++) {
      List<SourceRecord> rest =
          records.subList(i + 1, records.size()).stream()
              .filter(record -> !record.topic().equals(TOPIC))
              .toList();
      assertThat(PlainRecords.of(ReaderRuns.run(orders, Options.orders(), offset(records.get(i)))))
          .isEqualTo(PlainRecords.of(rest));
    }
  }

  private List<String> texts(Optional<SourceOffset> stored) throws InterruptedException {
    return Orders.texts(ReaderRuns.run(table, Options.orders(), stored));
  }
}
