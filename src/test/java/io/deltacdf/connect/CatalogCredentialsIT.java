package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.AllLogLines;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Server;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files of tables are read with credentials that a catalog hands out and an S3 server checks.
 */
@Timeout(120)
class CatalogCredentialsIT {
  private static final int ROWS = 4_000;

  @TempDir Path dir;
  private final String bucketDirectory = "catalog/" + UUID.randomUUID();
  private final AllLogLines log = new AllLogLines();
  private CatalogServer server;
  private S3Gateway gateway;
  private CatalogTask task;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    gateway = S3Gateway.before(SharedS3.server()).requireKeys(server.credentials()::find);
    task = new CatalogTask(server).set("unity.catalog.credentials", "vended");
    gateway.optionsWithoutKeys().forEach((name, value) -> task.set("hadoop." + name, value));
    // S3A makes its usual number of retries, but waits less before each.
    task.set("hadoop.fs.s3a.retry.interval", "10ms");
  }

  @AfterEach
  void stop() {
    task.close();
    gateway.close();
    server.close();
    log.close();
  }

  private ManagedTable table(String name) {
    return ManagedTable.create(
        server,
        "main.sales." + name,
        TableStore.s3(S3Server.client(SharedS3.server().endpoint()), bucketDirectory + "/" + name),
        TestTable.at(dir.resolve(name))
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .files(options -> options.rowGroupRows(500)));
  }

  /** Inserts a file that takes several requests. */
  private static void insertMany(ManagedTable table) {
    Random random = new Random(1);
    byte[] text = new byte[300];
    table
        .table()
        .insert(
            LongStream.range(0, ROWS)
                .mapToObj(
                    id -> {
                      random.nextBytes(text);
                      return row("id", id, "name", Base64.getEncoder().encodeToString(text));
                    })
                .toList());
    table.commit();
  }

  private void assertAllRowsOnce() {
    List<Long> ids =
        task.records().stream().map(SourceRecord::key).map(Long.class::cast).sorted().toList();
    assertThat(ids).containsExactlyElementsOf(LongStream.range(0, ROWS).boxed().toList());
  }

  private void assertNoSecretIsVisible() {
    String seen = log.lines() + "\n" + task.offsets() + "\n" + task.records();
    assertThat(server.credentials().secrets()).isNotEmpty().noneMatch(seen::contains);
    assertThat(seen).doesNotContain(CatalogTokens.TOKEN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tablesHaveCredentialsOfTheirOwn(boolean deltaApi) {
    if (!deltaApi) {
      server.settings().withoutDeltaApi();
    }
    ManagedTable orders = table("orders");
    ManagedTable items = table("items");
    for (ManagedTable table : List.of(orders, items)) {
      table.table().insert(row("id", 1L, "name", "a"), row("id", 2L, "name", "b"));
      table.commit();
    }
    task.table("orders", orders.path()).table("items", items.path()).start();
    task.await(4);
    for (ManagedTable table : List.of(orders, items)) {
      table.table().delete(row -> row.get("id").equals(1L));
      table.commit();
      table.publish();
      table.deleteStagedFiles();
    }

    assertThat(task.await(6)).endsWith("2: delete 1", "2: delete 1");
    // Each key covers the directory of one table only.
    assertThat(gateway.refusals()).isEmpty();
    assertThat(server.credentials().issued()).isEqualTo(2);
    assertNoSecretIsVisible();
  }

  /** The server refuses the credentials earlier than the catalog has said. */
  @Test
  void credentialsThatAreRevokedWhileAFileIsReadAreReplaced() {
    ManagedTable orders = table("orders");
    insertMany(orders);
    gateway.doBefore(
        request -> request.isForParquet() && request.kind().equals("GET"),
        () ->
            gateway.doBefore(
                request -> request.isForParquet() && request.kind().equals("GET"),
                () -> server.credentials().expireAll()));
    task.table("orders", orders.path()).start();
    task.await(ROWS);

    assertAllRowsOnce();
    assertThat(gateway.refusals()).contains("ExpiredToken");
    assertThat(server.credentials().issued()).isGreaterThan(1);
    assertNoSecretIsVisible();
  }

  /** Credentials last for less time than the file takes. */
  @Test
  void credentialsThatExpireWithinSecondsAreRenewed() {
    ManagedTable orders = table("orders");
    insertMany(orders);
    server.credentials().lifetime(Duration.ofSeconds(3));
    gateway.delay(Duration.ofMillis(500));
    task.table("orders", orders.path()).start();
    task.await(ROWS);
    assertAllRowsOnce();
    while (server.credentials().issued() < 4) {
      long before = orders.table().version();
      orders.table().insert(row("id", -before, "name", "last"));
      orders.commit();
      task.await(task.records().size() + 1);
      orders.publish();
    }
    assertThat(task.records()).hasSize(ROWS + (int) orders.table().version() - 1);
  }

  @Test
  void aTableWithoutTheGrantForCredentialsIsReported() {
    ManagedTable orders = table("orders");
    orders.entry().deny(CatalogTable.Denial.EXTERNAL_USE_SCHEMA);
    task.table("orders", orders.path()).set("read.retry.max.attempts", "1").start();
    assertThat(task.awaitFailure())
        .contains("ACCESS_DENIED", "'orders'", "EXTERNAL USE SCHEMA", "SELECT");
    assertThat(server.count(CatalogAction.TABLE_CREDENTIALS)).isPositive();
  }

  @Test
  void aCatalogThatIsDownDoesNotStopAFileThatIsBeingRead() {
    ManagedTable orders = table("orders");
    insertMany(orders);
    gateway.doBefore(
        request -> request.isForParquet() && request.kind().equals("GET"),
        () -> server.faults().on().dropConnection());
    task.table("orders", orders.path()).start();
    task.await(ROWS);
    assertAllRowsOnce();
  }
}
