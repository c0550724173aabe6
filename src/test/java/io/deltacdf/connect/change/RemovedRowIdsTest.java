package io.deltacdf.connect.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemovedRowIdsTest {
  private final RemovedRowIds rowIds = new RemovedRowIds();

  /** Row ids are consecutive and may start at any number. */
  @ParameterizedTest
  @ValueSource(longs = {0, 7_000_000_000L, Long.MAX_VALUE - 60_000, -30_000})
  void findsManyConsecutiveRowIds(long first) {
    int count = 50_000;
    for (long i = 0; i < count; i++) {
      assertThat(rowIds.add(first + i, i % 3)).isTrue();
    }
    for (long i = 0; i < count; i++) {
      assertThat(rowIds.contains(first + i)).isTrue();
      assertThat(rowIds.isCopied(first + i, i % 3)).isTrue();
      assertThat(rowIds.isCopied(first + i, 3)).isFalse();
    }
    assertThat(rowIds.contains(first - 1)).isFalse();
    assertThat(rowIds.contains(first + count)).isFalse();
    assertThat(rowIds.deleted()).isEqualTo(count);
  }

  @Test
  void postimagesAreCopiedRowsOrUpdates() {
    LongStream.range(0, 5).forEach(id -> assertThat(rowIds.add(id, 7)).isTrue());
    rowIds.addPostimage(1, 7);
    rowIds.addPostimage(2, 8);
    rowIds.addPostimage(3, 6);
    rowIds.addPostimage(9, 7);

    assertThat(rowIds.isCopied(0)).isFalse();
    assertThat(rowIds.isUpdated(0)).isFalse();
    assertThat(rowIds.isCopied(1)).isTrue();
    assertThat(rowIds.isUpdated(2)).isTrue();
    // RESTORE brings back an older version of a row.
    assertThat(rowIds.isUpdated(3)).isTrue();
    assertThat(rowIds.isUpdated(9)).isFalse();
    assertThat(rowIds.deleted()).isEqualTo(2);
    assertThat(rowIds.updated()).isEqualTo(2);
  }

  @Test
  void updatesAreNumberedInTheOrderOfTheirPostimages() {
    LongStream.range(0, 6).forEach(id -> rowIds.add(id, 7));
    rowIds.numberUpdates();
    rowIds.addPostimage(4, 8);
    rowIds.addPostimage(1, 7);
    rowIds.addPostimage(3, 8);
    rowIds.addPostimage(0, 8);
    rowIds.addPostimage(9, 8);
    rowIds.addPostimage(3, 8);

    assertThat(LongStream.of(4, 0).mapToInt(rowIds::number)).containsExactly(0, 2);
    assertThat(LongStream.of(1, 2, 9).mapToInt(rowIds::number)).containsOnly(-1);
    assertThat(rowIds.number(3)).as("updated twice").isEqualTo(-1);
    assertThat(rowIds.updated()).isEqualTo(3);
  }

  @Test
  void aRowIdIsAddedOnce() {
    assertThat(rowIds.add(1, 1)).isTrue();
    assertThat(rowIds.add(1, 2)).isFalse();
    assertThat(rowIds.isCopied(1, 1)).isTrue();
  }

  @Test
  void keepsPostimagesWhileTheSetGrows() {
    rowIds.add(1, 1);
    rowIds.addPostimage(1, 1);
    LongStream.range(2, 5_000).forEach(id -> rowIds.add(id, 1));

    assertThat(rowIds.isCopied(1)).isTrue();
    assertThat(rowIds.isCopied(2)).isFalse();
  }

  /** Consecutive row ids are spread evenly over the partitions. */
  @Test
  void partitionsHaveAboutTheSameSize() {
    int[] counts = new int[8];
    for (long id = 0; id < 80_000; id++) {
      int partitions = 0;
      for (int index = 0; index < 8; index++) {
        if (new KeyPartition(index, 8).contains(id)) {
          counts[index]++;
          partitions++;
        }
      }
      assertThat(partitions).isEqualTo(1);
    }
    assertThat(IntStream.of(counts)).allMatch(count -> count > 9_500 && count < 10_500);
  }
}
