package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.ErrorCode;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void pollsOftenAfterACommitAndThenLessAndLessOften() {
    PollBackoff pace = new PollBackoff(Duration.ofMillis(100), Duration.ofMillis(500));

    assertThat(millis(pace)).isEqualTo(500);
    pace.active();
    assertThat(millis(pace)).isEqualTo(100);
    assertThat(millis(pace)).isEqualTo(200);
    assertThat(millis(pace)).isEqualTo(400);
    assertThat(millis(pace)).isEqualTo(500);
    assertThat(millis(pace)).isEqualTo(500);
    pace.active();
    assertThat(millis(pace)).isEqualTo(100);
  }

  @Test
  void theShortestWaitIsNeverLongerThanTheLongest() {
    PollBackoff pace = new PollBackoff(Duration.ofMillis(100), Duration.ofMillis(10));
    pace.active();

    assertThat(millis(pace)).isEqualTo(10);
  }

  @Test
  void waitsLongerBeforeEachRetryUntilNoneIsLeft() {
    RetryBackoff retries = new RetryBackoff(Options.flow(1, 1), () -> 0);

    assertThat(failed(retries)).hasValue(TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(failed(retries)).hasValue(TimeUnit.MILLISECONDS.toNanos(2));
    retries.succeeded();
    assertThat(failed(retries)).hasValue(TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(failed(retries)).hasValue(TimeUnit.MILLISECONDS.toNanos(2));
    assertThat(failed(retries)).hasValue(TimeUnit.MILLISECONDS.toNanos(4));
    assertThat(failed(retries)).isEmpty();
  }

  private static OptionalLong failed(RetryBackoff retries) {
    return retries.failed(ErrorCode.STORAGE, true);
  }

  private static long millis(PollBackoff pace) {
    return TimeUnit.NANOSECONDS.toMillis(pace.idleNanos());
  }
}
