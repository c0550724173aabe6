package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedKeysWarningTest {
  @ParameterizedTest
  @ValueSource(strings = {"4000000", "1"})
  void logsOneWarningForEachVersionWithRepeatedKeysAndCountsThem(String maxKeys) throws Exception {
    FakeTable table = new FakeTable("orders", 2);
    table.snapshot(2, STATE);
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.commit(
        1,
        STATE,
        STATE,
        cdc("1a", STATE, delete(1L, "a"), insert(1L, "x"), delete(2L, "b"), insert(2L, "x")),
        cdc("1b", STATE, insert(1L, "y"), insert(2L, "y"), insert(1L, "z")));
    table.commit(2, STATE, STATE, cdc("2", STATE, delete(1L, "z"), insert(1L, "a")));
    List<SourceRecord> records = new ArrayList<>();

    try (CapturedLog log = new CapturedLog(VersionPublisher.class);
        TableReader reader =
            ReaderRuns.reader(
                table,
                Options.orders("start.version", "0", "consolidation.max.keys", maxKeys),
                Optional.empty(),
                records)) {
      ReaderRuns.runUntilIdle(reader);

      assertThat(reader.metrics().streaming().repeatedKeys()).isEqualTo(2);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "version 1 ", "(2 in all)", "do not identify a row");
    }
    assertThat(Orders.texts(records))
        .containsSubsequence("1: 1 x", "1: 1 y", "1: 1 z", "2: 1 a")
        .containsSubsequence("1: 2 x", "1: 2 y")
        .hasSize(8);
  }
}
