package io.deltacdf.connect.source;

import static io.deltacdf.connect.metrics.MeasuredTable.value;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotProgressTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  @TempDir private Path dir;

  private final AtomicLong nanos = new AtomicLong();
  private final TableMetrics metrics = new TableMetrics("orders", System::currentTimeMillis);

  @Test
  void whatASnapshotNeedsIsKeptFromTheNextCommitOn() {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1L));
    DeltaTable opened = OnDisk.open(table);
    TableSnapshot snapshot = opened.snapshotAt(1);
    // What an earlier version left.
    metrics.streaming().next(1, 0, 1);

    SnapshotProgress progress =
        new SnapshotProgress(opened, snapshot, snapshot.files(), null, metrics, nanos::get);
    assertThat(headroom()).isEqualTo(Long.MAX_VALUE);
    nanos.addAndGet(MINUTE);
    progress.published(null, 1);
    assertThat(headroom()).isEqualTo(Long.MAX_VALUE);

    table.insert(row("id", 2L));
    progress.published(null, 2);
    assertThat(headroom()).isEqualTo(Long.MAX_VALUE);
    nanos.addAndGet(MINUTE);
    progress.published(null, 3);
    assertThat(headroom()).isBetween(Duration.ofDays(6).toMillis(), Duration.ofDays(7).toMillis());
    assertThat(value(metrics, "LastVersionSeen")).isEqualTo(2L);
  }

  private long headroom() {
    return (Long) value(metrics, "RetentionHeadroomMs");
  }
}
