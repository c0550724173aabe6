package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogFault;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A catalog that is down, slow, or refuses: nothing is lost, and the errors are clear. */
@Timeout(120)
class CatalogFaultsTest {
  /** What the catalog does to all requests for a while. */
  enum Trouble {
    DROPS(CatalogFault::dropConnection),
    CUTS(CatalogFault::cutAnswer),
    FAILS(fault -> fault.status(500)),
    IS_UNAVAILABLE(fault -> fault.status(503)),
    THROTTLES(fault -> fault.retryAfter(1).status(429)),
    IS_SLOW(fault -> fault.delay(Duration.ofMillis(300)));

    private final UnaryOperator<CatalogFault> fault;

    Trouble(UnaryOperator<CatalogFault> fault) {
      this.fault = fault;
    }

    /** Troubles the next requests. */
    CatalogFault start(CatalogServer server, int times) {
      return fault.apply(server.faults().on().times(times));
    }
  }

  @TempDir Path dir;
  private CatalogServer server;
  private CatalogTask task;
  private ManagedTable orders;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    task = new CatalogTask(server);
    orders =
        ManagedTable.create(
            server,
            "main.sales.orders",
            TableStore.local(dir.resolve("orders")),
            TestTable.at(dir.resolve("workshop")).schema("id long, name string").changeDataFeed());
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path());
  }

  @AfterEach
  void stop() {
    task.close();
    server.close();
  }

  private void insert(long id) {
    orders.table().insert(row("id", id, "name", "n"));
    orders.commit();
  }

  private void pollUntil(Callable<Boolean> condition) {
    Awaitility.await()
        .until(
            () -> {
              task.poll();
              return condition.call();
            });
  }

  @ParameterizedTest
  @EnumSource
  void theTableGoesOnAfterTrouble(Trouble trouble) {
    CatalogFault first = trouble.start(server, 3);
    task.set("read.retry.max.attempts", "-1").start();
    assertThat(task.await(1)).containsExactly("1: read 1 [1, a]");
    assertThat(first.taken()).isPositive();

    trouble.start(server, 2);
    insert(2);
    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, n]");
  }

  @Test
  void theTableGoesOnAfterTheCatalogWasDown() {
    server.pause();
    task.start();
    server.resume();
    task.await(1);
    server.pause();
    orders.table().insert(row("id", 2L, "name", "n"));
    orders.publishFile(2);
    server.resume();
    orders.commit();

    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, n]");
  }

  /** Without the catalog, a published file proves nothing. */
  @Test
  void nothingIsPublishedWithoutTheCatalog() {
    task.start();
    task.await(1);
    CatalogFault down = server.faults().on().dropConnection();
    orders.table().insert(row("id", 2L, "name", "n"));
    orders.publishFile(2);
    pollUntil(() -> down.taken() >= 3);
    assertThat(task.texts()).hasSize(1);

    server.faults().clear();
    orders.commit();
    assertThat(task.await(2)).hasSize(2);
  }

  /** One retry is allowed, and the catalog asks for more pauses than that before the first read. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCatalogThatLimitsRequestsLongerThanRetriesLastFailsNoTable(boolean namesTheTime) {
    CatalogFault limit = server.faults().on().times(namesTheTime ? 4 : 2);
    if (namesTheTime) {
      limit.retryAfter(1);
    }
    limit.status(429);
    task.set("read.retry.max.attempts", "1").start();

    assertThat(task.await(1)).containsExactly("1: read 1 [1, a]");
    assertThat(limit.taken()).isEqualTo(namesTheTime ? 4 : 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aRefusalFailsTheTaskClearlyAndItContinuesAfterIt(int status) {
    task.set("read.retry.max.attempts", "1").start();
    task.await(1);
    server.faults().on().status(status);
    insert(2);
    assertThat(task.awaitFailure())
        .contains("ACCESS_DENIED", "'orders'", "main.sales.orders", String.valueOf(status))
        .doesNotContain(CatalogTokens.TOKEN);

    server.faults().clear();
    task.restart();
    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, n]");
  }

  @Test
  void aMissingGrantIsNamed() {
    orders.entry().deny(CatalogTable.Denial.SELECT);
    task.set("read.retry.max.attempts", "1").start();
    assertThat(task.awaitFailure()).contains("ACCESS_DENIED", "SELECT", "EXTERNAL USE SCHEMA");
  }

  @Test
  void aTableThatDoesNotExistIsReported() {
    server.tables().drop("main.sales.orders");
    task.start();
    assertThat(task.awaitFailure()).contains("NOT_A_TABLE", "main.sales.orders");
  }

  @Test
  void tokensOfClientCredentialsAreRenewed() {
    server.tokens().revokeAll();
    server.tokens().lifetime(Duration.ofSeconds(1));
    task.set("unity.catalog.auth.type", "oauth")
        .set("unity.catalog.oauth.client.id", CatalogTokens.CLIENT_ID)
        .set("unity.catalog.oauth.client.secret", CatalogTokens.CLIENT_SECRET)
        .start();
    task.await(1);
    server.takeRequests();
    pollUntil(() -> server.count(CatalogAction.TOKEN) >= 2);
    server.tokens().revokeAll();
    insert(2);

    assertThat(task.await(2)).hasSize(2);
  }

  @Test
  void aWrongClientIsReportedWithoutItsSecret() {
    task.set("unity.catalog.auth.type", "oauth")
        .set("unity.catalog.oauth.client.id", CatalogTokens.CLIENT_ID)
        .set("unity.catalog.oauth.client.secret", "another-secret")
        .set("read.retry.max.attempts", "1")
        .start();
    assertThat(task.awaitFailure()).contains("ACCESS_DENIED").doesNotContain("another-secret");
  }
}
