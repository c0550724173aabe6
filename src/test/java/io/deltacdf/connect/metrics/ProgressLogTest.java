package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressLogTest {
  private static final long SECOND = 1000;
  private static final long HOUR = 3600 * SECOND;

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final CapturedLog log = new CapturedLog(ProgressLog.class);
  private final List<TableMetrics> tables = new ArrayList<>();
  private int logged;

  @AfterEach
  void stopCapturing() {
    log.close();
  }

  private TableMetrics table(String name) {
    TableMetrics table = new TableMetrics(name, now::get);
    tables.add(table);
    return table;
  }

  private static FlowConfig flow(String... more) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "lake");
    options.put("tables", "orders");
    options.put("tables.orders.path", "/orders");
    options.put("key", "id");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    return new DeltaSourceConfig(options).flow();
  }

  private ProgressLog progress(String... options) {
    return new ProgressLog(tables, flow(options), now::get);
  }

  /** Lets some seconds pass, with a look and what a table does in each, and returns new lines. */
  private List<String> pass(ProgressLog progress, int seconds, Runnable work) {
    for (int i = 0; i < seconds; i++) {
      now.addAndGet(SECOND);
      work.run();
      progress.look();
    }
    List<String> lines = log.lines().subList(logged, log.lines().size());
    logged += lines.size();
    return lines;
  }

  private static void read(TableMetrics table, long rows, long bytes) {
    EventCounts events = new EventCounts();
    for (int i = 0; i < 10; i++) {
      events.add(Operation.UPDATE);
    }
    table.read(rows, bytes);
    table.published(events);
  }

  private static void commit(TableMetrics table, long version) {
    table.setActivity(Activity.STREAMING);
    table.streaming().next(version, 0, Long.MAX_VALUE);
    table.streaming().recordedCommit();
    read(table, 1000, 2048);
    table.streaming().read(version);
    caughtUp(table);
  }

  private static void caughtUp(TableMetrics table) {
    table.streaming().caughtUp();
    table.setActivity(Activity.IDLE);
  }

  @Test
  void aSnapshotHasALineInEachIntervalAndOneAtItsEnd() {
    TableMetrics orders = table("orders");
    ProgressLog progress = progress();
    orders.setActivity(Activity.SNAPSHOT);
    orders
        .snapshot()
        .started(41, new SnapshotMetrics.Size(4, 4L << 30), SnapshotMetrics.Size.NOTHING);

    assertThat(pass(progress, 59, () -> read(orders, 200, 0))).isEmpty();
    orders.snapshot().published(new SnapshotMetrics.Size(1, 1L << 30), 11_800);
    assertThat(pass(progress, 60, () -> read(orders, 200, 0)))
        .containsExactly(
            "INFO Table 'orders': snapshot of version 41: rows read in the last 1 min 0 s: 12,000"
                + " (200/s); published since it started or resumed: 11,800; files: 1 of 4; 1.0 GiB"
                + " of 4.0 GiB; time left: 3 min 0 s");
    pass(progress, 1, () -> read(orders, 200, 0));

    orders.streaming().seen(41);
    caughtUp(orders);
    assertThat(pass(progress, 1, () -> {}))
        .containsExactly(
            "INFO Table 'orders': caught up with version 41 after 2 min 1 s; versions: 0, rows"
                + " read: 24,000, changes published: 1,200, files read: 0 bytes");
    assertThat(pass(progress, 600, () -> caughtUp(orders))).isEmpty();
  }

  @Test
  void aTableThatCatchesUpSaysWhereItIs() {
    TableMetrics orders = table("orders");
    ProgressLog progress = progress();
    caughtUp(orders);
    pass(progress, 1, () -> {});
    orders.setActivity(Activity.STREAMING);
    orders.streaming().seen(57);
    orders.streaming().next(42, now.get() - HOUR, Long.MAX_VALUE);
    orders.streaming().recordedCommit();

    assertThat(pass(progress, 60, () -> read(orders, 100, 1L << 20)))
        .containsExactly(
            "INFO Table 'orders': version 42 of 57, 1 h 1 min behind; in the last 1 min 0 s,"
                + " versions: 1, rows read: 6,000 (100/s), changes published: 600, files read:"
                + " 60.0 MiB");
    orders.streaming().read(57);
    assertThat(pass(progress, 1, () -> caughtUp(orders)))
        .containsExactly(
            "INFO Table 'orders': caught up with version 57 after 1 min 1 s; versions: 1, rows"
                + " read: 6,000, changes published: 600, files read: 60.0 MiB");
  }

  @Test
  void manyTablesWithSmallCommitsShareOneLine() {
    for (int i = 0; i < 200; i++) {
      caughtUp(table("t" + i));
    }
    ProgressLog progress = progress();
    pass(progress, 60, () -> {});
    AtomicLong version = new AtomicLong();

    List<String> lines =
        pass(
            progress,
            60,
            () -> {
              version.incrementAndGet();
              tables.forEach(table -> commit(table, version.get()));
            });

    assertThat(lines)
        .containsExactly(
            "INFO Caught up again after new commits in the last 1 min 0 s: tables: 200 (t0, t1, t2"
                + " and 197 more), versions: 12,000, rows read: 12,000,000, changes published:"
                + " 120,000, files read: 23.4 MiB");
    assertThat(pass(progress, 600, () -> tables.forEach(ProgressLogTest::caughtUp))).isEmpty();
  }

  @Test
  void tablesThatDoNotAdvanceAreNamedTogether() {
    TableMetrics orders = table("orders");
    TableMetrics places = table("places");
    TableMetrics failing = table("failing");
    ProgressLog progress = progress();
    orders.setActivity(Activity.STREAMING);
    read(orders, 1, 1);
    failing.retried(ErrorCode.STORAGE);
    pass(progress, 60, () -> {});

    assertThat(pass(progress, 300, () -> {}))
        .containsExactly(
            "INFO There is work to do, but nothing was read for 1 min 0 s or longer: tables: 2"
                + " (orders, places). The store does not answer, Kafka does not take records, the"
                + " connector is paused, a snapshot waits until Connect has stored its offset, or"
                + " other tables come first");
    assertThat(pass(progress, 600, () -> {})).hasSize(1);
    assertThat(pass(progress, 60, () -> read(places, 1, 1)))
        .anyMatch(line -> line.contains("tables: 1 (orders)"))
        .anyMatch(line -> line.startsWith("INFO Table 'places': version"));
  }

  @Test
  void lowRetentionIsWarnedOfOnceAndAgainAfterRecovery() {
    TableMetrics orders = table("orders");
    ProgressLog progress = progress("log.progress.interval.ms", "0");
    orders.streaming().seen(57);
    orders.streaming().next(42, now.get(), now.get() + 24 * HOUR + 2 * SECOND);

    assertThat(pass(progress, 2, () -> {})).isEmpty();
    assertThat(pass(progress, 600, () -> {}))
        .singleElement()
        .asString()
        .startsWith(
            "WARN Table 'orders': version 42, the next one to be read, or a file that it needs, may"
                + " be removed in 23 h 59 min, because the retention of the table allows it; the"
                + " newest version known is 57.")
        .contains("Raise delta.logRetentionDuration and delta.deletedFileRetentionDuration");
    // The table follows its commits at the same distance.
    orders.streaming().next(43, now.get(), now.get() + 24 * HOUR + SECOND);
    assertThat(pass(progress, 60, () -> {})).isEmpty();
    orders.streaming().next(44, now.get(), now.get() + 30 * HOUR);
    assertThat(pass(progress, 60, () -> {}))
        .containsExactly(
            "INFO Table 'orders': there is time again to read its versions before they may be"
                + " removed");
    orders.streaming().next(45, now.get(), now.get() - HOUR);
    assertThat(pass(progress, 60, () -> {}))
        .singleElement()
        .asString()
        .startsWith(
            "WARN Table 'orders': version 45, the next one to be read, or a file that it needs, may"
                + " have been removed in the last 1 h 0 min");
    orders.streaming().caughtUp();
    assertThat(pass(progress, 60, () -> {})).hasSize(1);
  }

  @Test
  void nothingIsLoggedIfBothAreOff() {
    TableMetrics orders = table("orders");
    ProgressLog progress = progress("log.progress.interval.ms", "0", "retention.warning.ms", "0");
    orders.setActivity(Activity.STREAMING);
    orders.streaming().next(42, now.get(), now.get() - Duration.ofDays(1).toMillis());

    assertThat(pass(progress, 600, () -> read(orders, 1, 1))).isEmpty();
  }

  @Test
  void numbersAreReadable() {
    assertThat(HumanText.duration(-90 * SECOND)).isEqualTo("-1 min 30 s");
    assertThat(HumanText.duration(51 * HOUR)).isEqualTo("2 d 3 h");
    assertThat(HumanText.bytes(1023)).isEqualTo("1023 bytes");
    assertThat(HumanText.bytes(3L << 40)).isEqualTo("3.0 TiB");
    assertThat(HumanText.names(List.of("a", "b", "c"))).isEqualTo("a, b, c");
  }
}
