package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VersionRangeTest {
  private static final OptionalLong NONE = OptionalLong.empty();

  private final FakeTable table = new FakeTable("t", 10);

  @BeforeEach
  void versions3To6() {
    TableState state = FakeStates.state("t", true, "id long");
    for (long version = 3; version <= 6; version++) {
      table.commit(version, state, state);
    }
    table.snapshot(6, state);
  }

  @Test
  void withoutEndsTheRangeIsTheWholeLog() {
    assertThat(range(NONE, NONE, NONE, false)).isEqualTo(new VersionRange(3, 6));
  }

  @Test
  void bothEndsAreInclusive() {
    assertThat(range(OptionalLong.of(4), NONE, OptionalLong.of(4), false))
        .isEqualTo(new VersionRange(4, 4));
  }

  @Test
  void aTimestampResolvesToTheFirstCommitAtOrAfterIt() {
    assertThat(range(NONE, OptionalLong.of(4000), NONE, false)).isEqualTo(new VersionRange(4, 6));
    assertThat(range(NONE, OptionalLong.of(4001), NONE, false)).isEqualTo(new VersionRange(5, 6));
    assertThat(range(NONE, OptionalLong.of(0), NONE, false)).isEqualTo(new VersionRange(3, 6));
  }

  @Test
  void versionsThatDoNotExistYetFailWithoutFollow() {
    assertStartInvalid(
        () -> range(OptionalLong.of(7), NONE, NONE, false), "last version that can be given is 6");
    assertStartInvalid(() -> range(NONE, NONE, OptionalLong.of(9), false), "version 9");
    assertStartInvalid(
        () -> range(NONE, OptionalLong.of(6001), NONE, false), "1970-01-01T00:00:06.001Z");
    assertStartInvalid(() -> range(OptionalLong.of(8), NONE, NONE, true), "version 8");
    assertStartInvalid(
        () -> range(OptionalLong.of(2), NONE, NONE, true), "earliest version in the log is 3");
    assertThat(range(NONE, NONE, NONE, true)).isEqualTo(VersionRange.after(2));
    assertThat(range(OptionalLong.of(7), NONE, OptionalLong.of(9), true))
        .isEqualTo(new VersionRange(7, 9));
    assertThat(range(NONE, OptionalLong.of(6001), NONE, true)).isEqualTo(VersionRange.after(6));
  }

  @Test
  void reversedEndsAreAnError() {
    assertStartInvalid(
        () -> range(OptionalLong.of(5), NONE, OptionalLong.of(4), false), "but ends at");
  }

  private VersionRange range(
      OptionalLong from, OptionalLong fromTimestamp, OptionalLong to, boolean follow) {
    return new VersionRange.Bounds(from, fromTimestamp, to, follow).resolve(table);
  }

  private static void assertStartInvalid(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((DeltaCdfException) e).code())
        .isEqualTo(ErrorCode.START_INVALID);
  }
}
