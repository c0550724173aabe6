package io.deltacdf.connect.source.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlushedOffsetsTest {
  private static final SourceOffset PIN = SourceOffset.builder(3).build();
  private static final SourceOffset OLD = SourceOffset.builder(1).build();

  private final Map<Map<String, String>, Map<String, Object>> store = new HashMap<>();
  private final List<Integer> reads = new ArrayList<>();
  private final FlushedOffsets offsets = new FlushedOffsets(this::read);
  private boolean down;

  private Map<Map<String, String>, Map<String, Object>> read(
      Collection<Map<String, String>> partitions) {
    reads.add(partitions.size());
    if (down) {
      throw new IllegalStateException("down");
    }
    Map<Map<String, String>, Map<String, Object>> found = new HashMap<>();
    partitions.forEach(partition -> found.put(partition, store.get(partition)));
    return found;
  }

  private void store(String table, SourceOffset offset) {
    store.put(SourceOffsetCodec.sourcePartition(table), SourceOffsetCodec.write(offset));
  }

  @Test
  void anOffsetIsSettledWhenItIsReadBackAfterAFlush() {
    assertThat(offsets.isSettled("a", PIN)).isFalse();
    store("a", PIN);
    assertThat(offsets.isSettled("a", PIN)).as("before a flush").isFalse();

    offsets.flushed();

    assertThat(offsets.isSettled("a", PIN)).isTrue();
  }

  /** A flush may have begun before the record was acknowledged. */
  @Test
  void aFlushOfAnOlderOffsetSettlesNothing() {
    store("a", OLD);
    assertThat(offsets.isSettled("a", PIN)).isFalse();
    offsets.flushed();
    assertThat(offsets.isSettled("a", PIN)).isFalse();
    assertThat(offsets.isSettled("a", PIN)).isFalse();

    store("a", PIN);
    offsets.flushed();

    assertThat(offsets.isSettled("a", PIN)).isTrue();
  }

  @Test
  void allTablesThatWaitAreReadAtOnceAfterAFlush() {
    for (String table : List.of("a", "b", "c")) {
      offsets.isSettled(table, PIN);
    }
    reads.clear();
    store("a", PIN);
    store("b", PIN);
    offsets.flushed();

    assertThat(offsets.isSettled("a", PIN)).isTrue();
    assertThat(offsets.isSettled("b", PIN)).isTrue();
    assertThat(offsets.isSettled("c", PIN)).isFalse();
    assertThat(reads).containsExactly(3);
  }

  @Test
  void aFailedReadIsRepeatedAfterTheNextFlush() {
    down = true;
    store("a", PIN);
    try (CapturedLog log = new CapturedLog(FlushedOffsets.class)) {
      assertThat(offsets.isSettled("a", PIN)).isFalse();
      assertThat(offsets.isSettled("a", PIN)).isFalse();
      assertThat(log.warnings()).singleElement().asString().contains("Cannot read");
    }
    down = false;
    offsets.flushed();

    assertThat(offsets.isSettled("a", PIN)).isTrue();
  }

  @Test
  void nothingWaitsForADroppedHeartbeat() {
    assertThat(offsets.isSettled("a", PIN)).isFalse();
    assertThat(offsets.isSettled("b", PIN)).isFalse();

    offsets.heartbeatDropped("a");

    try (CapturedLog log = new CapturedLog(FlushedOffsets.class)) {
      assertThat(offsets.isSettled("a", PIN)).isTrue();
      assertThat(offsets.isSettled("b", PIN)).isFalse();
      assertThat(log.warnings()).singleElement().asString().contains("'a'", "dropped", "stay");
    }
  }

  @Test
  void saysOnceThatATableWaits() {
    try (CapturedLog log = new CapturedLog(FlushedOffsets.class)) {
      offsets.isSettled("a", PIN);
      offsets.isSettled("a", PIN);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("INFO")
          .contains("'a'", "version 3", "offset.flush.interval.ms");
    }
  }
}
