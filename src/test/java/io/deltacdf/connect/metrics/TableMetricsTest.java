package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableMetricsTest {
  private long now = 1_000;
  private final TableMetrics metrics = new TableMetrics("orders", () -> now);

  @Test
  void theTimeSinceALookIsNotTheTimeSinceAnEvent() {
    assertThat(metrics.sinceLastLook()).isEqualTo(-1);
    assertThat(metrics.sinceLastEvent()).isEqualTo(-1);

    EventCounts step = new EventCounts();
    step.add(Operation.CREATE);
    metrics.published(step);
    now += 500;
    metrics.looked();
    now += 100;

    assertThat(metrics.sinceLastLook()).isEqualTo(100);
    assertThat(metrics.sinceLastEvent()).isEqualTo(600);
  }

  @Test
  void aStepCountsOnce() {
    EventCounts step = new EventCounts();
    step.add(Operation.READ);
    step.add(Operation.DELETE);
    step.add(Operation.DELETE);
    metrics.published(step);
    metrics.published(step);
    metrics.skipped(1, 2);

    assertThat(metrics.events()).isEqualTo(3);
    assertThat(metrics.events(Operation.DELETE)).isEqualTo(2);
    assertThat(metrics.filtered()).isEqualTo(1);
    assertThat(metrics.nullKeys()).isEqualTo(2);
  }

  @Test
  void aStepWithoutEventsIsNotAnEvent() {
    metrics.published(new EventCounts());

    assertThat(metrics.sinceLastEvent()).isEqualTo(-1);
  }

  @Test
  void aFailureLastsUntilTheNextActivity() {
    metrics.retried(ErrorCode.STORAGE);
    assertThat(metrics.activity()).isEqualTo(Activity.RETRYING);
    assertThat(metrics.errorCode()).isEqualTo("STORAGE");

    metrics.parked(ErrorCode.FILE_CORRUPT);
    assertThat(metrics.activity()).isEqualTo(Activity.PARKED);
    assertThat(metrics.errorCode()).isEqualTo("FILE_CORRUPT");

    metrics.setActivity(Activity.STREAMING);
    assertThat(metrics.errorCode()).isEmpty();
    assertThat(metrics.retries()).isEqualTo(1);
    assertThat(metrics.errors()).isEqualTo(2);
    assertThat(metrics.errorsByCode()).isEqualTo(Map.of("STORAGE", 1L, "FILE_CORRUPT", 1L));
  }
}
