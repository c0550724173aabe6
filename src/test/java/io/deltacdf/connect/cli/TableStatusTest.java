package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableStatusTest {
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path dir;
  private TestTable table;

  @BeforeEach
  void createTable() {
    table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1L));
  }

  private TableStatus status(Map<String, Object> offset, Duration warning, Instant now) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "lake");
    options.put("tables", "orders");
    options.put("tables.orders.path", table.path());
    options.put("key", "id");
    ConnectorStatus connector =
        new ConnectorStatus(
            "lake",
            "RUNNING",
            Optional.empty(),
            options,
            List.of(new ConnectorStatus.Task(0, "RUNNING", List.of("orders"), Optional.empty())),
            Map.of("orders", offset));
    return TableStatus.of(
        connector,
        new DeltaSourceConfig(options).tables().get(0),
        DeltaTables.open("orders", table.path(), Storage.open(Map.of())),
        warning,
        now);
  }

  @Test
  void aTableThatTheCatalogDoesNotHaveIsUnreadable() {
    try (CatalogServer catalog = CatalogServer.start();
        Storage storage = Storage.open(Map.of())) {
      Map<String, String> options = new HashMap<>(catalog.options());
      options.put("topic.prefix", "lake");
      options.put("tables", "orders");
      options.put("tables.orders.path", "uc://main.sales.orders");
      options.put("key", "id");
      TableConfig config = new DeltaSourceConfig(options).tables().get(0);
      ConnectorStatus connector =
          new ConnectorStatus(
              "lake",
              "RUNNING",
              Optional.empty(),
              options,
              List.of(new ConnectorStatus.Task(0, "RUNNING", List.of("orders"), Optional.empty())),
              Map.of("orders", Map.of("version", 1L)));

      TableStatus status =
          TableStatus.of(connector, config, DeltaTables.open(config, storage), DAY, Instant.now());

      assertThat(status.state()).isEqualTo(TableStatus.State.UNREADABLE);
      assertThat(status.problem().orElseThrow())
          .contains("[NOT_A_TABLE]", catalog.uri(), "has no table main.sales.orders", "UNDROP");
    }
  }

  /** Also a table that was idle for a year has time to take a snapshot. */
  @Test
  void aSnapshotOfAnOldVersionNeedsNobody() {
    Map<String, Object> inSnapshot =
        Map.of(
            "version",
            1L,
            "snapshot",
            "1-0",
            "phase",
            "read",
            "file_index",
            0L,
            "file",
            "f",
            "row",
            0L,
            "plan",
            "p");
    Instant yearLater = Instant.now().plus(Duration.ofDays(365));

    TableStatus old = status(inSnapshot, DAY, yearLater);
    assertThat(old.state()).isEqualTo(TableStatus.State.SNAPSHOT);
    assertThat(old.headroom()).isEmpty();
    assertThat(old.behind()).isEmpty();
    assertThat(old.needsPerson()).isFalse();

    table.insert(row("id", 2L));
    assertThat(status(inSnapshot, DAY, yearLater).needsPerson()).isTrue();
  }

  /** A cleanup has the properties that the table has by then, and not those of the commit. */
  @Test
  void aRaisedRetentionCountsAtOnce() {
    table.insert(row("id", 2L));
    Instant eightDaysLater = Instant.now().plus(Duration.ofDays(8));
    assertThat(status(Map.of("version", 1L), DAY, eightDaysLater).needsPerson()).isTrue();

    table.setProperty("delta.deletedFileRetentionDuration", "interval 60 days");
    assertThat(status(Map.of("version", 1L), DAY, eightDaysLater).headroom().orElseThrow())
        .isCloseTo(Duration.ofDays(22), Duration.ofHours(1));
  }

  @Test
  void theOptionOfTheConnectorDecidesWhoNeedsAPerson() {
    table.insert(row("id", 2L));
    Instant now = Instant.now();

    assertThat(status(Map.of("version", 1L), DAY, now).needsPerson()).isFalse();
    assertThat(status(Map.of("version", 1L), DAY.multipliedBy(8), now).needsPerson()).isTrue();
    Instant yearLater = now.plus(Duration.ofDays(365));
    assertThat(status(Map.of("version", 1L), Duration.ZERO, yearLater).needsPerson()).isFalse();
  }
}
