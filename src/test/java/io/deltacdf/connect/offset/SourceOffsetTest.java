package io.deltacdf.connect.offset;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SourceOffsetTest {
  private static final Optional<String> TABLE_ID = Optional.of("table-id");

  private static SourceOffset offset(long version, Optional<Position> position) {
    return SourceOffset.builder(version)
        .tableId(TABLE_ID)
        .timestamp(OptionalLong.of(1_767_225_600_000L))
        .position(position)
        .build();
  }

  @Test
  void theLogContinuesAfterACompletedVersion() {
    SourceOffset completed = offset(41, Optional.empty());

    assertThat(completed.isCompleted()).isTrue();
    assertThat(completed.logPosition())
        .isEqualTo(new LogPosition(41, TABLE_ID, OptionalLong.of(1_767_225_600_000L)));
  }

  @Test
  void theLogContinuesBeforeAVersionInProgress() {
    SourceOffset inProgress =
        offset(42, Optional.of(new Position(0, VersionPhase.UPSERT, 3, "part-3.parquet", 1234)));

    assertThat(inProgress.isCompleted()).isFalse();
    assertThat(inProgress.logPosition())
        .isEqualTo(new LogPosition(41, TABLE_ID, OptionalLong.of(1_767_225_599_999L)));
  }

  @Test
  void aStartPositionInTheLogIsACompletedVersion() {
    LogPosition start = new LogPosition(41, TABLE_ID, OptionalLong.of(5));

    SourceOffset offset = SourceOffset.at(start, Optional.of("again"));

    assertThat(offset.isCompleted()).isTrue();
    assertThat(offset.logPosition()).isEqualTo(start);
    assertThat(offset.snapshotRequest()).contains("again");
  }
}
