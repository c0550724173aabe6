package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some writers record rows before updates without the rows after them. */
class OrphanPreimagesTest {
  /** Version 1 has two preimages without postimages, and a changed key in another file. */
  private static FakeTable table() {
    FakeTable table = new FakeTable("orders", 2);
    table.snapshot(2, STATE);
    table.commit(
        0,
        STATE,
        STATE,
        added("0", STATE, insert(1L, "a"), insert(2L, "b"), insert(3L, "c"), insert(4L, "d")));
    table.commit(
        1,
        STATE,
        STATE,
        cdc("1a", STATE, preimage(1L, "a"), preimage(3L, "c"), postimage(3L, "x")),
        cdc("1b", STATE, preimage(2L, "b"), preimage(4L, "d"), postimage(5L, "d")));
    table.commit(2, STATE, STATE, cdc("2", STATE, preimage(3L, "x"), postimage(6L, "x")));
    return table;
  }

  private record Outcome(List<String> records, long orphans, List<String> warnings) {}

  private static Outcome run(String... options) throws Exception {
    return run(new ArrayList<>(), Optional.empty(), options);
  }

  private static Outcome run(
      List<SourceRecord> records, Optional<SourceOffset> stored, String... options)
      throws Exception {
    try (CapturedLog log = new CapturedLog(VersionPublisher.class);
        TableReader reader = ReaderRuns.reader(table(), Options.orders(options), stored, records)) {
      ReaderRuns.runUntilIdle(reader);
      return new Outcome(
          Orders.texts(records), reader.metrics().streaming().orphanPreimages(), log.warnings());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000000", "1"})
  void byKeyTheyAreDeletesWithAWarningAndACount(String maxKeys) throws Exception {
    Outcome outcome = run("start.version", "0", "consolidation.max.keys", maxKeys);

    assertThat(outcome.orphans).isEqualTo(2);
    assertThat(outcome.warnings)
        .singleElement()
        .asString()
        .contains("'orders'", "version 1 has 2 more", "update_preimage", "deletes");
    // Keys 1, 2 and 4 are deleted in version 1, and key 3 in version 2.
    assertThat(outcome.records).hasSize(4 + 5 + 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", ""})
  void withoutConsolidationAWarningSaysThatTheyAreNotPublished(String key) throws Exception {
    Outcome outcome = run("start.version", "0", "commit.consolidation", "none", "key", key);

    assertThat(outcome.orphans).isEqualTo(2);
    assertThat(outcome.warnings)
        .singleElement()
        .asString()
        .contains("version 1 has 2 more", "include.preimages=true");
    assertThat(outcome.records).hasSize(4 + 2 + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", ""})
  void aVersionThatIsResumedInTheMiddleIsCountedWhole(String key) throws Exception {
    String[] options = {"start.version", "0", "commit.consolidation", "none", "key", key};
    List<SourceRecord> records = new ArrayList<>();
    Outcome whole = run(records, Optional.empty(), options);

    // The first record of version 1.
    Map<String, ?> offset = records.get(4).sourceOffset();
    assertThat(offset.get("version")).isEqualTo(1L);
    assertThat(offset.get("row")).isNotNull();
    Outcome resumed =
        run(new ArrayList<>(), Optional.of(SourceOffsetCodec.read("orders", offset)), options);

    assertThat(resumed.orphans).isEqualTo(2);
    assertThat(resumed.warnings).isEqualTo(whole.warnings);
    assertThat(resumed.records).isEqualTo(whole.records.subList(5, whole.records.size()));
  }

  @Test
  void thereIsNoWarningIfPreimagesArePublished() throws Exception {
    Outcome outcome =
        run("start.version", "0", "commit.consolidation", "none", "include.preimages", "true");

    assertThat(outcome.orphans).isZero();
    assertThat(outcome.warnings).isEmpty();
    assertThat(outcome.records).hasSize(4 + 6 + 2);
  }
}
