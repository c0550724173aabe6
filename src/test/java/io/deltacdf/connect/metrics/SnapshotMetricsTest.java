package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.metrics.SnapshotMetrics.Size;
import org.junit.jupiter.api.Test;

class SnapshotMetricsTest {
  private long now = 1_000;
  private final SnapshotMetrics metrics = new SnapshotMetrics(new Clock(() -> now));

  @Test
  void withoutASnapshotNothingRunsOrEnded() {
    assertThat(metrics.isRunning() || metrics.isCompleted() || metrics.isAborted()).isFalse();
    assertThat(metrics.durationSeconds()).isZero();
    assertThat(metrics.remainingSeconds()).isZero();
    assertThat(metrics.version()).isEqualTo(-1);
  }

  @Test
  void theRestIsEstimatedFromTheBytesSinceTheSnapshotResumed() {
    metrics.started(7, new Size(10, 1_000), new Size(5, 500));
    assertThat(metrics.remainingSeconds()).isEqualTo(-1);

    now += 10_000;
    metrics.published(new Size(6, 600), 70);
    assertThat(metrics.rows()).isEqualTo(70);

    assertThat(metrics.isRunning()).isTrue();
    assertThat(metrics.durationSeconds()).isEqualTo(10);
    // 100 bytes in 10 seconds, and 400 bytes are left.
    assertThat(metrics.remainingSeconds()).isEqualTo(40);
  }

  @Test
  void theDurationEndsWithTheSnapshot() {
    metrics.started(7, new Size(1, 1), Size.NOTHING);
    now += 5_000;
    metrics.completed();
    now += 5_000;

    assertThat(metrics.isCompleted()).isTrue();
    assertThat(metrics.isRunning()).isFalse();
    assertThat(metrics.durationSeconds()).isEqualTo(5);
    assertThat(metrics.remainingSeconds()).isZero();
    assertThat(metrics.version()).isEqualTo(7);
  }
}
