package io.deltacdf.connect.table.named;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.AllLogLines;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads tables from an S3 store that accepts only the credentials of the catalog. */
@Timeout(120)
class VendedCredentialsIT {
  @TempDir Path dir;
  private CatalogServer catalog;
  private S3Gateway gateway;
  private Storage storage;

  @BeforeEach
  void start() {
    catalog = CatalogServer.start();
    gateway = S3Gateway.before(SharedS3.server()).requireKeys(catalog.credentials()::find);
    storage = Storage.open(gateway.optionsWithoutKeys());
  }

  @AfterEach
  void stop() {
    storage.close();
    gateway.close();
    catalog.close();
  }

  @Test
  void credentialsAreRenewedBeforeTheyExpire() {
    catalog.credentials().lifetime(Duration.ofSeconds(3));
    ManagedTable orders = managed("vended/orders", "main.sales.orders");
    DeltaTable table = open("orders");
    try (AllLogLines lines = new AllLogLines();
        CommitLog log = table.follow(LogPosition.before(0))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isZero();
      // Until several of them have expired.
      for (long id = 1; catalog.credentials().issued() < 4; id++) {
        orders.table().insert(row("id", id));
        orders.commit();
        orders.publish();
        orders.deleteStagedFiles();
        Commit commit =
            Awaitility.await()
                .until(() -> Optional.ofNullable(log.next()), Optional::isPresent)
                .orElseThrow();
        assertThat(RowText.rows(table, commit.files())).containsExactly("insert id=" + id);
      }
      String text = String.join("\n", lines.lines());
      assertThat(catalog.credentials().secrets()).isNotEmpty().noneMatch(text::contains);
      assertThat(text).doesNotContain(CatalogTokens.TOKEN);
    }
    assertThat(gateway.refusals()).isEmpty();
  }

  @Test
  void credentialsThatTheStoreRefusesAreReplaced() {
    managed("vended/refused", "main.sales.orders");
    DeltaTable table = open("orders");
    assertThat(table.latestSnapshot().version()).isZero();
    catalog.credentials().expireAll();

    DeltaCdfException denied = catchThrowableOfType(DeltaCdfException.class, table::latestSnapshot);
    assertThat(denied.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(denied.isRetriable()).isTrue();
    assertThat(catalog.credentials().secrets())
        .noneMatch(AllLogLines.trace(denied.withoutSecrets())::contains);
    table.accessDenied();
    assertThat(table.latestSnapshot().version()).isZero();
  }

  @Test
  void aTableWithoutTheGrantSaysWhichOneItNeeds() {
    ManagedTable orders = managed("vended/denied", "main.sales.orders");
    orders.entry().deny(CatalogTable.Denial.EXTERNAL_USE_SCHEMA);

    DeltaCdfException denied =
        catchThrowableOfType(DeltaCdfException.class, open("orders")::latestSnapshot);

    assertThat(denied.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(denied).hasMessageContaining("EXTERNAL USE SCHEMA");
  }

  @Test
  void eachTableHasCredentialsOfItsOwn() {
    managed("vended/one", "main.sales.orders");
    ManagedTable other = managed("vended/two", "main.sales.customers");
    DeltaTable orders = open("orders");
    DeltaTable customers = open("customers");
    assertThat(orders.latestSnapshot().version()).isZero();
    assertThat(customers.latestSnapshot().version()).isZero();
    other.entry().deny(CatalogTable.Denial.EXTERNAL_USE_SCHEMA);
    assertThat(orders.reopened().latestSnapshot().version()).isZero();
    DeltaTable reopened = customers.reopened();
    assertThat(catchThrowableOfType(DeltaCdfException.class, reopened::latestSnapshot).code())
        .isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(gateway.refusals()).isEmpty();
  }

  @Test
  void theCredentialsOfTheConnectorAreUsedWithoutVending() {
    managed("vended/own", "main.sales.orders");
    try (S3Gateway open = S3Gateway.before(SharedS3.server());
        Storage own = Storage.open(open.options())) {
      DeltaTable table = open("orders", own, Map.of("unity.catalog.credentials", "none"));
      assertThat(table.latestSnapshot().version()).isZero();
    }
    assertThat(catalog.credentials().issued()).isZero();
  }

  private ManagedTable managed(String directory, String name) {
    return ManagedTable.create(
        catalog,
        name,
        TableStore.s3(SharedS3.server().client(), directory),
        TestTable.at(dir.resolve(directory)).schema("id long"));
  }

  private DeltaTable open(String table) {
    return open(table, storage, Map.of());
  }

  private DeltaTable open(String table, Storage with, Map<String, String> more) {
    Map<String, String> options = new HashMap<>(catalog.options());
    options.put("topic.prefix", "shop");
    options.put("tables", table);
    options.put("tables." + table + ".path", "uc://main.sales." + table);
    options.put("key", "id");
    options.putAll(more);
    return DeltaTables.open(new DeltaSourceConfig(options).tables().get(0), with);
  }
}
