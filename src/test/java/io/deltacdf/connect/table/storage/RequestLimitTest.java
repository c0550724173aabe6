package io.deltacdf.connect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
  private static final long SECOND = 1_000_000_000L;

  private final Map<String, RequestLimit.Schedule> schedules = new HashMap<>();
  private long now = -5 * SECOND;

  private RequestLimit limit(int perSecond) {
    return new RequestLimit(perSecond, schedules, () -> now);
  }

  @Test
  void theRequestsOfOneSecondPassAtOnceAndOthersOneAfterTheOther() {
    RequestLimit limit = limit(10);

    for (int i = 0; i < 10; i++) {
      assertThat(limit.reserve("a", 1)).isLessThanOrEqualTo(0);
    }
    for (int i = 1; i <= 30; i++) {
      assertThat(limit.reserve("a", 1)).isEqualTo(i * SECOND / 10);
    }
    now += 3 * SECOND;
    assertThat(limit.reserve("a", 1)).isEqualTo(SECOND / 10);
  }

  @Test
  void aPauseAllowsTheRequestsOfOneSecondOnly() {
    RequestLimit limit = limit(10);
    limit.reserve("a", 1);
    now += 3600 * SECOND;

    assertThat(limit.reserve("a", 10)).isZero();
    assertThat(limit.reserve("a", 5)).isEqualTo(SECOND / 2);
  }

  @Test
  void eachStoreHasItsOwnRequests() {
    RequestLimit limit = limit(10);

    assertThat(limit.reserve("a", 20)).isEqualTo(SECOND);
    assertThat(limit.reserve("b", 10)).isZero();
  }

  @Test
  void connectorsShareAStoreEachWithItsOwnLimit() {
    assertThat(limit(10).reserve("a", 5)).isEqualTo(-SECOND / 2);
    assertThat(limit(100).reserve("a", 50)).isZero();
    assertThat(limit(10).reserve("a", 5)).isEqualTo(SECOND / 2);
    assertThat(limit(100).reserve("a", 50)).isEqualTo(SECOND);
  }

  @Test
  void aLimitThatMostRequestsWaitForIsReportedOnceInTenMinutes() {
    RequestLimit limit = limit(10);
    limit.reserve("a", 10);
    for (int second = 0; second < 599; second++) {
      limit.reserve("a", 10);
      now += SECOND;
    }
    RequestLimit.Schedule schedule = schedules.get("a");
    assertThat(schedule.takeReport(now)).isEmpty();
    now += SECOND;

    assertThat(schedule.takeReport(now)).contains("599 of 600 requests");
    assertThat(schedule.takeReport(now)).isEmpty();
    limit.reserve("a", 1);
    now += 600 * SECOND;
    assertThat(schedule.takeReport(now)).isEmpty();
  }

  @Test
  void aWaitingRequestCanBeInterrupted() {
    RequestLimit limit = limit(1);
    limit.reserve("s3a://lake/", 3600);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limit.await("s3a://lake/", 1))
        .isInstanceOf(StoreException.class)
        .hasCauseInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("s3a://lake/");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void withoutTheOptionNothingIsLimited() {
    assertThat(RequestLimit.perSecond(OptionalInt.empty())).isSameAs(RequestGate.OPEN);
  }
}
