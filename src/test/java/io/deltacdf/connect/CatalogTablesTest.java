package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.KernelTable;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are followed by their names in a catalog, whose commits it may manage. */
@Timeout(120)
class CatalogTablesTest {
  /** What the catalog offers. */
  enum Api {
    DELTA,
    /** The server has no Delta API. */
    OLDER,
    /** The Delta API does not serve this table. */
    FALLBACK
  }

  @TempDir Path dir;
  private CatalogServer server;
  private CatalogTask task;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    task = new CatalogTask(server);
  }

  @AfterEach
  void stop() {
    task.close();
    server.close();
  }

  private ManagedTable orders() {
    return ManagedTable.create(
        server,
        "main.sales.orders",
        TableStore.local(dir.resolve("orders")),
        TestTable.at(dir.resolve("workshop"))
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors());
  }

  private void use(Api api) {
    if (api == Api.OLDER) {
      server.settings().withoutDeltaApi();
    } else if (api == Api.FALLBACK) {
      server.tables().get("main.sales.orders").onlyOfOlderApi();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anExternalTableIsFollowedByItsName(Api api) {
    TestTable table =
        TestTable.at(dir.resolve("t")).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1L, "name", "a"));
    server.tables().createExternal("main.sales.orders", table);
    use(api);
    task.table("orders", "uc://main.sales.orders").start();
    assertThat(task.await(1)).containsExactly("1: read 1 [1, a]");

    table.update(row -> true, set("name", "b"));
    assertThat(task.await(2)).last().isEqualTo("2: update_postimage 1 [1, b]");
  }

  @ParameterizedTest
  @EnumSource
  void stagedCommitsAreReadThatTheCatalogNames(Api api) {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"), row("id", 2L, "name", "b"));
    orders.commit();
    use(api);
    task.table("orders", orders.path()).start();
    assertThat(task.await(2)).containsExactly("1: read 1 [1, a]", "1: read 2 [2, b]");

    orders.table().insert(row("id", 3L, "name", "c"));
    orders.table().delete(row -> row.get("id").equals(1L));
    orders.commit();
    assertThat(task.await(4)).endsWith("2: insert 3 [3, c]", "3: delete 1");
    assertThat(dir.resolve("orders/_delta_log/00000000000000000001.json")).doesNotExist();

    orders.publish();
    orders.deleteStagedFiles();
    orders.table().insert(row("id", 4L, "name", "d"));
    orders.commit();
    assertThat(task.await(5)).last().isEqualTo("4: insert 4 [4, d]");
  }

  /** A staged file proves nothing, and neither does a published one above the latest version. */
  @Test
  void filesThatTheCatalogHasNotRatifiedAreIgnored() throws Exception {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.stage(2);
    orders.publishFile(2);
    task.table("orders", orders.path()).start();
    task.await(1);
    server.takeRequests();
    Awaitility.await()
        .until(
            () -> {
              task.poll();
              return server.count(CatalogAction.LOAD_TABLE) >= 2;
            });
    assertThat(task.texts()).containsExactly("1: read 1 [1, a]");

    orders.commit();
    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, b]");
  }

  @Test
  void whereBothExistTheFileThatTheCatalogNamesIsRead() throws Exception {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    orders.table().insert(row("id", 2L, "name", "b"));
    Path wrong = Files.writeString(dir.resolve("wrong.json"), "{\"commitInfo\":{}}\n");
    orders.publishFile(2, wrong);
    orders.commit();

    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, b]");
  }

  /** Another thread publishes, tells the catalog, and deletes the staged files at any moment. */
  @ParameterizedTest
  @EnumSource
  void commitsThatArePublishedMeanwhileAreReadOnce(Api api) throws Exception {
    ManagedTable orders = orders();
    use(api);
    server.settings().commitsPerAnswer(3);
    int commits = 60;
    task.table("orders", orders.path()).set("start.version", "0").start();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long id = 1; id <= commits; id++) {
                orders.table().insert(row("id", id, "name", "n"));
                orders.commit();
                if (id % 3 != 0) {
                  orders.publish();
                }
                if (id % 2 == 0) {
                  orders.deleteStagedFiles();
                }
              }
            });
    List<String> expected = new ArrayList<>();
    for (int id = 1; id <= commits; id++) {
      expected.add(id + " [" + id + ", n]");
    }
    List<String> texts = task.await(commits);
    writer.join();

    assertThat(texts.stream().map(text -> text.replaceFirst("^.*insert ", "")))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void aTaskContinuesInTheMiddleOfStagedCommits() {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    task.await(2);
    task.restart();
    orders.table().insert(row("id", 3L, "name", "c"));
    orders.commit();
    assertThat(task.await(3)).last().isEqualTo("3: insert 3 [3, c]");
    orders.publish();
    orders.deleteStagedFiles();
    task.restart();
    orders.table().insert(row("id", 4L, "name", "d"));
    orders.commit();

    assertThat(task.await(4)).last().isEqualTo("4: insert 4 [4, d]");
  }

  /** {@code latest-table-version} is optional. */
  @Test
  void aTableWhoseLatestVersionIsNotShownIsRead() {
    ManagedTable orders = orders();
    server.settings().showLatestVersion(false);
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    orders.publish();
    orders.deleteStagedFiles();
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, b]");
    orders.publish();
    orders.table().insert(row("id", 3L, "name", "c"));
    orders.commit();

    assertThat(task.await(3)).last().isEqualTo("3: insert 3 [3, c]");
  }

  @Test
  void aTableOfKernelsWriterIsRead() {
    try (KernelTable table =
        KernelTable.create(
            server,
            "main.sales.orders",
            "file://" + dir.resolve("kernel"),
            "id long, name string",
            Map.of())) {
      table.append(List.of(row("id", 1L, "name", "a"), row("id", 2L, "name", "b")));
      task.table("orders", table.path()).start();
      assertThat(task.await(2)).containsExactly("1: read 1 [1, a]", "1: read 2 [2, b]");
      table.replace(List.of(row("id", 1L, "name", "A"), row("id", 3L, "name", "c")));
      assertThat(task.await(5))
          .endsWith("2: delete 2", "2: update_postimage 1 [1, A]", "2: insert 3 [3, c]");
      table.publish();
      table.append(List.of(row("id", 4L, "name", "d")));

      assertThat(task.await(6)).last().isEqualTo("3: insert 4 [4, d]");
    }
  }

  @Test
  void aTableThatIsDroppedAndCreatedAgainIsReported() {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    server.tables().drop("main.sales.orders");
    ManagedTable again =
        ManagedTable.create(
            server,
            "main.sales.orders",
            TableStore.local(dir.resolve("again")),
            TestTable.at(dir.resolve("workshop2")).schema("id long, name string"));
    for (long id = 5; id < 9; id++) {
      again.table().insert(row("id", id, "name", "z"));
    }
    again.commit();

    assertThat(task.awaitFailure()).contains("TABLE_REPLACED", again.entry().id().toString());
    assertThat(task.texts()).hasSize(1);
  }

  @Test
  void aTableThatIsReplacedWhileTheTaskIsStoppedIsReported() {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    task.close();
    server.tables().drop("main.sales.orders");
    server
        .tables()
        .createManaged(
            UUID.randomUUID(), "main.sales.orders", orders.entry().location(), orders.table());
    task.restart();

    assertThat(task.awaitFailure()).contains("TABLE_REPLACED");
  }

  @Test
  void aTableThatIsRenamedContinuesUnderItsNewName() {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    task.table("orders", orders.path()).start();
    task.await(1);
    String oldPath = orders.path();
    server.tables().rename("main.sales.orders", "main.sales.bestellungen");
    task.restart();
    assertThat(task.awaitFailure())
        .contains("NOT_A_TABLE", oldPath, "If the table was renamed, set the path");

    task.set("tables.orders.path", orders.path());
    task.restart();
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    assertThat(task.await(2)).last().isEqualTo("2: insert 2 [2, b]");
  }

  /** An idle look is one request, whatever the catalog manages. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anIdleTableCostsOneRequestOfTheCatalogAtATime(boolean managed) {
    ManagedTable orders = orders();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    if (managed) {
      orders.publish();
    }
    task.table("orders", orders.path()).start();
    task.await(1);
    server.takeRequests();
    Awaitility.await()
        .until(
            () -> {
              task.poll();
              return server.count(CatalogAction.LOAD_TABLE) >= 3;
            });
    assertThat(server.takeRequests())
        .allMatch(request -> request.action() == CatalogAction.LOAD_TABLE);
  }

  /** One may not be read, one does not exist, and one is no Delta table. */
  @Test
  void fiftyTablesOfWhichThreeCannotBeReadAreFollowed() {
    List<TestTable> tables = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String name = "main.sales.t" + i;
      TestTable table =
          TestTable.at(dir.resolve("t" + i)).schema("id long").changeDataFeed().create();
      table.insert(row("id", (long) i));
      tables.add(table);
      server.tables().createExternal(name, table);
      task.table("t" + i, "uc://" + name);
    }
    server.tables().get("main.sales.t10").deny(CatalogTable.Denial.SELECT);
    server.tables().drop("main.sales.t20");
    server.tables().get("main.sales.t30").format("CSV");
    task.set("table.failure.policy", "isolate").set("read.retry.max.attempts", "1").start();
    task.await(47);
    tables.get(49).insert(row("id", 149L));

    assertThat(task.await(48)).last().isEqualTo("2: insert 149 [149]");
    assertThat(task.records())
        .extracting(record -> record.topic())
        .doesNotContain("t.t10", "t.t20", "t.t30");
  }
}
