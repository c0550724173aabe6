package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tables start and end, and how their options override those of the connector. */
class StartPositionTest {
  @Test
  void startVersionIsANumberOrLatest() {
    assertThat(orders("tables.orders.start.version", "12").start())
        .isEqualTo(new StartPosition.Version(12));
    assertThat(orders("tables.orders.start.version", "Latest").start())
        .isEqualTo(new StartPosition.Latest());
  }

  @Test
  void startTimestampIsMillisecondsOrIso8601() {
    assertThat(orders("tables.orders.start.timestamp", "1767225600000").start())
        .isEqualTo(new StartPosition.Timestamp(1767225600000L));
    assertThat(orders("tables.orders.start.timestamp", "2026-01-01T01:00:00+01:00").start())
        .isEqualTo(new StartPosition.Timestamp(1767225600000L));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-5, -5",
    "2026-01-01T00:00:00Z, 1767225600000",
    "2026-01-01T00:00Z, 1767225600000",
    "2026-01-01T00:00:00.123Z, 1767225600123",
    // Rounded up, so that no commit before the time is included.
    "2026-01-01T00:00:00.123001Z, 1767225600124",
    "1969-12-31T23:59:59.999500Z, 0",
  })
  void parsesTimestamps(String text, long millis) {
    assertThat(StartPosition.timestamp(text)).isEqualTo(OptionalLong.of(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-13-01T00:00:00Z",
        "99999999999999999999",
        "+999999999-01-01T00:00:00Z",
        "12.5"
      })
  void invalidTimestampsAreErrors(String text) {
    assertThat(StartPosition.timestamp(text)).isEmpty();
    assertThat(
            Props.errors(
                Props.validAnd("tables.orders.start.timestamp", text),
                "tables.orders.start.timestamp"))
        .singleElement()
        .asString()
        .contains("milliseconds since the epoch", "2026-01-31T18:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "first", "", "1.5", "9223372036854775808"})
  void invalidStartVersionsAreErrors(String text) {
    assertThat(Props.errors(Props.validAnd("start.version", text), "start.version"))
        .singleElement()
        .asString()
        .contains("a version number of at least 0, or latest");
  }

  @Test
  void endVersionIsReadAndMustNotBeNegative() {
    assertThat(orders("tables.orders.end.version", "7").endVersion()).hasValue(7);
    assertThat(
            Props.errors(
                Props.validAnd("tables.orders.end.version", "-1"), "tables.orders.end.version"))
        .singleElement()
        .asString()
        .contains("at least 0");
  }

  @Test
  void endVersionMustNotBeBeforeTheStartVersion() {
    Map<String, String> props =
        Props.validAnd("start.version", "5", "tables.orders.end.version", "4");

    assertThat(Props.errors(props, "tables.orders.end.version"))
        .containsExactly("Must not be before the start version, which is 5");
    props.put("tables.orders.end.version", "5");
    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }

  @Test
  void aTableInheritsTheStartOfTheConnector() {
    DeltaSourceConfig config =
        new DeltaSourceConfig(
            Props.validAnd("start.version", "latest", "tables.orders.start.version", "3"));

    assertThat(config.tables().get(0).start()).isEqualTo(new StartPosition.Version(3));
    assertThat(config.tables().get(1).start()).isEqualTo(new StartPosition.Latest());
  }

  @Test
  void aTableInheritsTheSnapshotModeOfTheConnector() {
    DeltaSourceConfig config =
        new DeltaSourceConfig(
            Props.validAnd(
                "snapshot.mode", "no_data", "tables.orders.snapshot.mode", "initial_only"));

    assertThat(config.tables())
        .extracting(TableConfig::snapshotMode)
        .containsExactly(SnapshotMode.INITIAL_ONLY, SnapshotMode.NO_DATA);
  }

  @Test
  void aStartOfATableOverridesTheSnapshotModeOfTheConnector() {
    TableConfig orders =
        orders("snapshot.mode", "initial_only", "tables.orders.start.version", "3");

    assertThat(orders.start()).isEqualTo(new StartPosition.Version(3));
    assertThat(orders.snapshotMode()).isEqualTo(SnapshotMode.INITIAL);
  }

  @Test
  void aSnapshotModeOfATableOverridesTheStartOfTheConnector() {
    TableConfig orders = orders("start.version", "3", "tables.orders.snapshot.mode", "initial");

    assertThat(orders.start()).isEqualTo(new StartPosition.Snapshot());
  }

  @Test
  void aTimestampOfATableOverridesTheVersionOfTheConnector() {
    TableConfig orders = orders("start.version", "3", "tables.orders.start.timestamp", "9");

    assertThat(orders.start()).isEqualTo(new StartPosition.Timestamp(9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tables.orders."})
  void bothStartsOfATableOrOfTheConnectorAreAnError(String level) {
    assertThat(
            Props.errors(
                Props.validAnd(level + "start.version", "1", level + "start.timestamp", "2"),
                level + "start.timestamp"))
        .containsExactly("Set either this option or " + level + "start.version, not both");
  }

  @ParameterizedTest
  @CsvSource({"'', start.version", "tables.orders., start.timestamp"})
  void aStartAndASnapshotModeOfATableOrOfTheConnectorAreAnError(String level, String start) {
    assertThat(
            Props.errors(
                Props.validAnd(level + start, "1", level + "snapshot.mode", "initial"),
                level + "snapshot.mode"))
        .containsExactly(
            "No snapshot is taken if "
                + level
                + start
                + " is set. Set either this option or that one, not both");
  }

  private static TableConfig orders(String... options) {
    return new DeltaSourceConfig(Props.validAnd(options)).tables().get(0);
  }
}
