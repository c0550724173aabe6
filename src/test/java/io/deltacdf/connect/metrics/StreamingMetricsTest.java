package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import org.junit.jupiter.api.Test;

class StreamingMetricsTest {
  private long now = 10_000;
  private final StreamingMetrics metrics = new StreamingMetrics(new Clock(() -> now));

  @Test
  void nothingIsBehindBeforeTheFirstLook() {
    assertThat(metrics.versionsBehind()).isZero();
    assertThat(metrics.millisBehind()).isZero();
    assertThat(metrics.retentionHeadroom()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLagIsTheAgeOfTheOldestCommitThatIsNotRead() {
    metrics.read(4);
    metrics.next(5, 7_000, 17_000);
    metrics.seen(9);

    assertThat(metrics.versionsBehind()).isEqualTo(5);
    assertThat(metrics.millisBehind()).isEqualTo(3_000);
    assertThat(metrics.retentionHeadroom()).isEqualTo(7_000);

    now = 20_000;
    assertThat(metrics.retentionHeadroom()).isEqualTo(-3_000);

    metrics.read(9);
    metrics.caughtUp();
    assertThat(metrics.versionsBehind()).isZero();
    assertThat(metrics.millisBehind()).isZero();
    assertThat(metrics.retentionHeadroom()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aCommitFromTheFutureIsNotBehind() {
    metrics.next(5, 11_000, 12_000);

    assertThat(metrics.millisBehind()).isZero();
  }

  @Test
  void versionsOfRecordsAreReadFromTheirOffsets() {
    assertThat(metrics.sent()).isEqualTo(-1);
    assertThat(metrics.acknowledged()).isEqualTo(-1);

    metrics.sent(SourceOffsetCodec.write(SourceOffset.builder(6).build()));
    metrics.acknowledged(SourceOffsetCodec.write(SourceOffset.builder(5).build()));

    assertThat(metrics.sent()).isEqualTo(6);
    assertThat(metrics.acknowledged()).isEqualTo(5);
  }
}
