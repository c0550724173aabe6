package io.deltacdf.connect.source.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReaderMemoryTest {
  private static final long MIB = 1 << 20;

  private final AtomicLong clock = new AtomicLong();
  private final ReaderMemory memory = new ReaderMemory(clock::get);

  @Test
  void aTaskOpensAsManyLargeRowGroupsAsItHasThreads() {
    ReaderMemory.Task task = memory.task(1000 * MIB, 2);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();
    ReaderMemory.Table third = task.table();
    ReaderMemory.Table ofOther = memory.task(1000 * MIB, 2).table();

    assertThat(first.admits(10 * MIB, 0)).isTrue();
    assertThat(second.admits(10 * MIB, 0)).isTrue();
    assertThat(third.admits(10 * MIB, 0)).isFalse();
    assertThat(third.pauseNanos()).isPositive();
    assertThat(ofOther.admits(10 * MIB, 0)).isTrue();
    assertThat(memory.usedBytes()).isEqualTo(30 * MIB);

    first.stepDone(true, 0);
    assertThat(third.admits(10 * MIB, 0)).isFalse();
    first.stepDone(false, 0);
    assertThat(third.admits(10 * MIB, 0)).isTrue();
    assertThat(third.pauseNanos()).isZero();
  }

  @Test
  void aSmallRowGroupNeedNotWaitForLargeOnes() {
    ReaderMemory.Task task = memory.task(1000 * MIB, 1);
    assertThat(task.table().admits(10 * MIB, 0)).isTrue();

    for (int i = 0; i < 4; i++) {
      assertThat(task.table().admits(MIB, 0)).isTrue();
    }

    assertThat(task.table().admits(MIB, 0)).isFalse();
  }

  @Test
  void theLargestLimitHoldsForAllTasksTogetherAndItsOwnForEach() {
    ReaderMemory.Task small = memory.task(20 * MIB, 9);
    ReaderMemory.Task large = memory.task(50 * MIB, 9);
    assertThat(small.table().admits(15 * MIB, 0)).isTrue();
    assertThat(small.table().admits(15 * MIB, 0)).isFalse();
    assertThat(large.table().admits(15 * MIB, 0)).isTrue();
    assertThat(large.table().admits(15 * MIB, 0)).isTrue();
    ReaderMemory.Table another = large.table();
    assertThat(another.admits(15 * MIB, 0)).isFalse();

    large.close();
    memory.task(60 * MIB, 9);

    assertThat(another.admits(5 * MIB, 0)).isTrue();
  }

  @Test
  void oneRowGroupMayExceedTheLimit() {
    ReaderMemory.Task task = memory.task(1, 9);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();

    assertThat(first.admits(10 * MIB, 0)).isTrue();
    assertThat(second.admits(10 * MIB, 0)).isFalse();
    first.release();
    assertThat(second.admits(10 * MIB, 0)).isTrue();
    second.release();

    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void oneKeySetMayGrowOverTheLimitAndLeavesRoomForRowGroups() {
    ReaderMemory.Task task = memory.task(40 * MIB, 9);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();
    assertThat(first.admits(0, 20 * MIB)).isTrue();
    assertThat(second.admits(0, 10 * MIB)).isTrue();

    assertThat(second.admits(0, 11 * MIB)).isFalse();
    assertThat(second.admits(0, 11 * MIB)).as("asks again").isFalse();
    assertThat(first.admits(0, 60 * MIB)).isTrue();
    assertThat(first.admits(10 * MIB, 61 * MIB)).isTrue();
    assertThat(memory.usedBytes()).isEqualTo((10 + 61 + 11) * MIB);

    first.release();
    assertThat(second.admits(0, 11 * MIB)).isTrue();
  }

  @Test
  void aKeySetThatDoesNotGrowNeverWaits() {
    ReaderMemory.Task task = memory.task(40 * MIB, 9);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();
    assertThat(first.admits(0, 10 * MIB)).isTrue();
    assertThat(second.admits(0, 10 * MIB)).isTrue();
    assertThat(first.admits(0, 60 * MIB)).isTrue();

    assertThat(second.admits(MIB, 10 * MIB)).isTrue();
  }

  @Test
  void aTableThatWaitsForKeysHoldsNoRowGroup() {
    ReaderMemory.Task task = memory.task(40 * MIB, 9);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();
    assertThat(first.admits(0, 60 * MIB)).isTrue();
    assertThat(second.admits(5 * MIB, 0)).isTrue();
    assertThat(memory.usedBytes()).isEqualTo(65 * MIB);

    assertThat(second.admits(0, MIB)).isFalse();

    assertThat(memory.usedBytes()).isEqualTo(61 * MIB);
  }

  @Test
  void aRowGroupIsGivenBackOnlyForOthersAndOnlyAfterEightTimesItsLoad() {
    ReaderMemory.Task task = memory.task(1, 9);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = memory.task(1, 9).table();
    assertThat(first.admits(10 * MIB, 0)).isTrue();
    pass(Duration.ofSeconds(1));
    first.loaded();
    pass(Duration.ofMinutes(1).minusSeconds(1));
    assertThat(first.shouldUnload()).isFalse();
    first.stepDone(false, 0);
    assertThat(first.admits(10 * MIB, 0)).isTrue();
    pass(Duration.ofSeconds(1));
    first.loaded();

    assertThat(second.admits(10 * MIB, 0)).isFalse();
    pass(Duration.ofSeconds(7));
    assertThat(first.shouldUnload()).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(first.shouldUnload()).isTrue();
    first.unloaded();
    assertThat(second.admits(10 * MIB, 0)).isTrue();
    assertThat(first.admits(10 * MIB, 0)).isFalse();
  }

  @Test
  void aTableThatWaitsForLongIsPreferredWhileItAsks() {
    ReaderMemory.Task task = memory.task(20 * MIB, 9);
    ReaderMemory.Table holder = task.table();
    ReaderMemory.Table large = task.table();
    assertThat(holder.admits(5 * MIB, 0)).isTrue();
    assertThat(large.admits(18 * MIB, 0)).isFalse();
    pass(Duration.ofSeconds(2));
    assertThat(large.admits(18 * MIB, 0)).isFalse();

    assertThat(task.table().admits(5 * MIB, 0)).isFalse();
    pass(Duration.ofSeconds(2));
    assertThat(task.table().admits(5 * MIB, 0)).as("its reader does not run").isTrue();
  }

  @Test
  void tablesThatDoNothingForAMinuteAreNotWaitedFor() {
    ReaderMemory.Table paused = memory.task(1, 9).table();
    ReaderMemory.Table other = memory.task(1, 9).table();
    assertThat(paused.admits(10 * MIB, 5 * MIB)).isTrue();
    pass(Duration.ofSeconds(59));
    assertThat(other.admits(10 * MIB, 0)).isFalse();
    assertThat(other.admits(0, MIB)).isFalse();

    pass(Duration.ofSeconds(1));

    assertThat(other.admits(10 * MIB, 0)).isTrue();
    assertThat(other.admits(0, MIB)).isTrue();
    assertThat(memory.task(1, 9).table().admits(10 * MIB, 0)).isFalse();
  }

  @Test
  void rowGroupsOfTablesThatDoNothingForAMinuteDoNotCountForTheirTask() {
    ReaderMemory.Task task = memory.task(1000 * MIB, 2);
    ReaderMemory.Table hanging = task.table();
    ReaderMemory.Table alsoHanging = task.table();
    ReaderMemory.Table next = task.table();
    ReaderMemory.Table last = task.table();
    ReaderMemory.Table waiting = task.table();
    assertThat(hanging.admits(10 * MIB, 0)).isTrue();
    assertThat(alsoHanging.admits(10 * MIB, 0)).isTrue();
    assertThat(next.admits(10 * MIB, 0)).isFalse();

    pass(Duration.ofMinutes(1));

    assertThat(next.admits(10 * MIB, 0)).isTrue();
    assertThat(last.admits(10 * MIB, 0)).isTrue();
    assertThat(waiting.admits(10 * MIB, 0)).isFalse();
    hanging.loaded();
    next.stepDone(false, 0);
    assertThat(waiting.admits(10 * MIB, 0)).isFalse();
    hanging.stepDone(false, 0);
    assertThat(waiting.admits(10 * MIB, 0)).isTrue();
  }

  @Test
  void aTaskTellsWhatItHoldsAndForHowLongItsTablesHaveWaited() {
    ReaderMemory.Task task = memory.task(100 * MIB, 1);
    ReaderMemory.Table first = task.table();
    ReaderMemory.Table second = task.table();
    memory.task(100 * MIB, 1).table().admits(30 * MIB, 0);
    assertThat(first.admits(10 * MIB, 5 * MIB)).isTrue();
    assertThat(task.usedBytes()).isEqualTo(15 * MIB);

    assertThat(second.admits(10 * MIB, 0)).isFalse();
    pass(Duration.ofSeconds(3));
    assertThat(second.admits(10 * MIB, 0)).isFalse();
    assertThat(task.waitedMillis()).isEqualTo(3_000);
    first.stepDone(false, 0);
    pass(Duration.ofSeconds(1));
    assertThat(second.admits(10 * MIB, 0)).isTrue();
    pass(Duration.ofSeconds(5));
    second.stepDone(false, 0);

    assertThat(task.waitedMillis()).isEqualTo(4_000);
    assertThat(task.usedBytes()).isZero();
    assertThat(task.maxBytes()).isEqualTo(100 * MIB);
  }

  @Test
  void aReleasedTableIsNotWaitedFor() {
    ReaderMemory.Task task = memory.task(20 * MIB, 9);
    ReaderMemory.Table holder = task.table();
    ReaderMemory.Table large = task.table();
    assertThat(holder.admits(5 * MIB, 0)).isTrue();
    assertThat(large.admits(18 * MIB, 0)).isFalse();
    pass(Duration.ofSeconds(2));
    assertThat(large.admits(18 * MIB, 0)).isFalse();

    large.release();

    assertThat(large.pauseNanos()).isZero();
    assertThat(holder.shouldUnload()).isFalse();
    assertThat(task.table().admits(5 * MIB, 0)).isTrue();
  }

  @Test
  void aWaitOfAMinuteForBytesIsReportedOnce() {
    ReaderMemory.Task task = memory.task(1, 1);
    ReaderMemory.Table holder = task.table();
    assertThat(holder.admits(10 * MIB, 0)).isTrue();
    ReaderMemory.Table waitsForBytes = memory.task(1, 1).table();
    ReaderMemory.Table waitsForItsTask = task.table();
    assertThat(waitsForBytes.admits(10 * MIB, 0)).isFalse();
    assertThat(waitsForItsTask.admits(10 * MIB, 0)).isFalse();
    assertThat(waitsForBytes.startsLongWait()).isFalse();

    pass(Duration.ofMinutes(1));

    assertThat(waitsForBytes.startsLongWait()).isTrue();
    assertThat(waitsForBytes.startsLongWait()).isFalse();
    assertThat(waitsForItsTask.startsLongWait()).isFalse();
  }

  @Test
  void thePauseGrowsWithTheTimeThatATableWaits() {
    ReaderMemory.Task task = memory.task(1, 1);
    assertThat(task.table().admits(10 * MIB, 0)).isTrue();
    ReaderMemory.Table waiting = task.table();
    assertThat(waiting.admits(10 * MIB, 0)).isFalse();

    assertThat(waiting.pauseNanos()).isEqualTo(Duration.ofMillis(5).toNanos());
    pass(Duration.ofMillis(200));
    assertThat(waiting.pauseNanos()).isEqualTo(Duration.ofMillis(50).toNanos());
    pass(Duration.ofMinutes(1));
    assertThat(waiting.pauseNanos()).isEqualTo(Duration.ofMillis(100).toNanos());
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }
}
