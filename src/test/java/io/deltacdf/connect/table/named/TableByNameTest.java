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
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogRequest;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TableByNameTest {
  private static final String NAME = "main.sales.orders";

  @TempDir Path dir;
  private final Storage storage = Storage.open(Map.of());
  private CatalogServer server;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
  }

  @AfterEach
  void stop() {
    storage.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsAnExternalTable(boolean deltaApi) {
    if (!deltaApi) {
      server.settings().withoutDeltaApi();
    }
    TestTable table = external();
    table.insert(row("id", 1L, "name", "a"));

    DeltaTable opened = open();

    TableSnapshot latest = opened.latestSnapshot();
    assertThat(RowText.snapshot(opened, latest)).containsExactly("id=1 name=a");
    assertThat(RowText.changes(opened, 1)).containsExactly("v1 insert id=1 name=a");
    assertThat(latest.state().catalogTableId()).hasValue(server.tables().get(NAME).id().toString());
    assertThat(opened.path()).isEqualTo("uc://" + NAME);
  }

  @Test
  void asksTheOlderApiForATableThatTheDeltaApiDoesNotServe() {
    external().insert(row("id", 1L, "name", "a"));
    server.tables().get(NAME).onlyOfOlderApi();

    DeltaTable opened = open();

    assertThat(RowText.changes(opened, 1)).containsExactly("v1 insert id=1 name=a");
    assertThat(server.takeRequests())
        .extracting(CatalogRequest::action)
        .startsWith(CatalogAction.LOAD_TABLE, CatalogAction.GET_TABLE)
        .filteredOn(CatalogAction.LOAD_TABLE::equals)
        .hasSize(1);
  }

  @Test
  void signsInAsAServicePrincipal() {
    external().insert(row("id", 1L, "name", "a"));
    Map<String, String> options = new HashMap<>();
    options.put("unity.catalog.uri", server.uri() + "/");
    options.put("unity.catalog.auth.type", "oauth");
    options.put("unity.catalog.oauth.uri", server.tokenUri());
    options.put("unity.catalog.oauth.client.id", CatalogTokens.CLIENT_ID);
    options.put("unity.catalog.oauth.client.secret", CatalogTokens.CLIENT_SECRET);

    DeltaTable opened = open(options);

    assertThat(opened.latestSnapshot().version()).isEqualTo(1);
    // A token that is refused is replaced at once.
    server.tokens().revokeAll();
    assertThat(opened.reopened().latestSnapshot().version()).isEqualTo(1);
    assertThat(server.count(CatalogAction.TOKEN)).isEqualTo(2);

    options.put("unity.catalog.oauth.client.secret", "another-secret-than-that");
    DeltaCdfException refused = failure(() -> open(options).latestSnapshot());
    assertThat(refused.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(refused).hasMessageContaining("unity.catalog.oauth");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsCommitsThatOnlyTheCatalogKnows(boolean deltaApi) {
    if (!deltaApi) {
      server.settings().withoutDeltaApi();
      server.settings().commitsPerAnswer(1);
    }
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.table().insert(row("id", 3L, "name", "c"));
    orders.commit();
    DeltaTable opened = open();

    TableSnapshot latest = opened.latestSnapshot();

    assertThat(latest.version()).isEqualTo(3);
    assertThat(latest.timestamp()).isEqualTo(orders.table().commitAt(3).timestamp());
    assertThat(RowText.snapshot(opened, latest))
        .containsExactlyInAnyOrder("id=1 name=a", "id=2 name=b", "id=3 name=c");
    assertThat(RowText.changes(opened, 1))
        .containsExactly("v1 insert id=1 name=a", "v2 insert id=2 name=b", "v3 insert id=3 name=c");
    assertThat(opened.snapshotAt(2).version()).isEqualTo(2);
    assertThat(opened.versionAtOrAfter(orders.table().commitAt(2).timestamp())).hasValue(2);
  }

  @Test
  void aStagedCommitAndItsPublishedCopyAreTheSame() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    DeltaTable opened = open();
    LogPosition position;
    try (CommitLog log = opened.follow(LogPosition.before(0))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isZero();
      Commit staged = Objects.requireNonNull(log.next());
      assertThat(RowText.rows(opened, staged.files())).containsExactly("insert id=1 name=a");
      orders.publish();
      orders.deleteStagedFiles();
      orders.table().insert(row("id", 2L, "name", "b"));
      orders.commit();
      Commit next = await(log);
      assertThat(next.version()).isEqualTo(2);
      position = log.position();
      assertThat(position.catalogTableId()).hasValue(orders.entry().id().toString());
    }
    orders.publish();
    orders.deleteStagedFiles();
    orders.table().insert(row("id", 3L, "name", "c"));
    orders.commit();
    // As after a restart: the staged file whose hash the offset has was published.
    try (CommitLog log = open().follow(position)) {
      assertThat(await(log).version()).isEqualTo(3);
    }
  }

  @Test
  void aStagedFileThatIsGoneWasPublished() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    DeltaTable opened = open();
    assertThat(opened.latestSnapshot().version()).isEqualTo(1);
    orders.publish();
    orders.deleteStagedFiles();

    // The last answer of the catalog names the file.
    TableSnapshot snapshot = opened.snapshotAt(1);

    assertThat(RowText.snapshot(opened, snapshot)).containsExactly("id=1 name=a");
    assertThat(snapshot.commitHash()).isPresent();
  }

  @Test
  void nothingAboveTheNewestVersionOfTheCatalogCounts() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.stage(2);
    orders.publishFile(2);

    DeltaTable opened = open();

    assertThat(opened.latestSnapshot().version()).isEqualTo(1);
    assertThat(RowText.changes(opened, 1)).containsExactly("v1 insert id=1 name=a");
  }

  @Test
  void aCheckpointAboveTheNewestVersionOfTheCatalogDoesNotCount() throws IOException {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    orders.publish();
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.stage(2);
    orders.publishFile(2);
    orders.table().checkpoint();
    copyCheckpoint();

    DeltaTable opened = open();

    TableSnapshot latest = opened.latestSnapshot();
    assertThat(latest.version()).isEqualTo(1);
    assertThat(RowText.snapshot(opened, latest)).containsExactly("id=1 name=a");
  }

  @Test
  void commitsThatAreNotPublishedFollowACheckpoint() throws IOException {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    orders.publish();
    orders.deleteStagedFiles();
    orders.table().checkpoint();
    copyCheckpoint();
    Files.delete(dir.resolve("lake/_delta_log/" + "0".repeat(20) + ".json"));
    orders.table().insert(row("id", 3L, "name", "c"));
    orders.table().insert(row("id", 4L, "name", "d"));
    orders.commit();

    DeltaTable opened = open();

    TableSnapshot latest = opened.latestSnapshot();
    assertThat(latest.version()).isEqualTo(4);
    assertThat(RowText.snapshot(opened, latest)).hasSize(4);
    try (CommitLog log = opened.follow(LogPosition.before(3))) {
      assertThat(await(log).version()).isEqualTo(3);
      assertThat(await(log).version()).isEqualTo(4);
    }
  }

  private void copyCheckpoint() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("workshop/_delta_log"))) {
      for (Path file : files.filter(it -> it.toString().contains("checkpoint")).toList()) {
        Files.copy(file, dir.resolve("lake/_delta_log").resolve(file.getFileName()));
      }
    }
  }

  @Test
  void theFileThatTheCatalogNamesCountsBesideAPublishedOne() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    orders.publishFile(
        1, orders.table().directory().resolve("_delta_log/" + "0".repeat(20) + ".json"));

    assertThat(RowText.changes(open(), 1)).containsExactly("v1 insert id=1 name=a");
  }

  @Test
  void aMissingNewestVersionIsNotZero() {
    server.settings().showLatestVersion(false);
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    orders.publish();
    DeltaTable opened = open();

    assertThat(opened.latestSnapshot().version()).isEqualTo(2);
    try (CommitLog log = opened.follow(LogPosition.before(2))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isEqualTo(2);
      orders.table().insert(row("id", 3L, "name", "c"));
      orders.commit();
      assertThat(await(log).version()).isEqualTo(3);
    }
  }

  @Test
  void anIdleLookIsOneRequestToTheCatalog() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    try (CommitLog log = open().follow(LogPosition.before(1))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isEqualTo(1);
      assertThat(log.next()).isNull();
      server.takeRequests();
      Awaitility.await()
          .until(() -> log.next() == null && server.count(CatalogAction.LOAD_TABLE) == 2);
      assertThat(server.takeRequests())
          .extracting(CatalogRequest::action)
          .containsOnly(CatalogAction.LOAD_TABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatIsDroppedAndCreatedAgainIsReplaced(boolean managed) {
    LogPosition position;
    if (managed) {
      ManagedTable orders = managed();
      orders.table().insert(row("id", 1L, "name", "a"));
      orders.commit();
    } else {
      external().insert(row("id", 1L, "name", "a"));
    }
    DeltaTable opened = open();
    try (CommitLog log = opened.follow(LogPosition.before(1))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isEqualTo(1);
      position = log.position();
      CatalogTable former = server.tables().get(NAME);
      server.tables().drop(NAME);
      if (managed) {
        ManagedTable.create(
            server,
            NAME,
            TableStore.local(dir.resolve("lake2")),
            TestTable.at(dir.resolve("workshop2")).schema("id long, name string"));
      } else {
        // The same files under the same name, so that only the id in the catalog differs.
        TestTable other = TestTable.at(dir.resolve("other")).schema("id long").create();
        server.tables().createExternal(NAME, former.location(), other);
      }
      if (managed) {
        DeltaCdfException replaced = awaitFailure(log);
        assertThat(replaced.code()).isEqualTo(ErrorCode.TABLE_REPLACED);
        assertThat(replaced).hasMessageContaining(former.id().toString());
      }
    }
    try (CommitLog log = open().follow(position)) {
      assertThat(failure(log::next).code()).isEqualTo(ErrorCode.TABLE_REPLACED);
    }
    DeltaTable reopened = open();
    assertThat(failure(() -> reopened.requireSameTable(position)).code())
        .isEqualTo(ErrorCode.TABLE_REPLACED);
    // A new snapshot (table.replaced=snapshot) looks the table up again.
    opened.forgetFiles();
    assertThat(opened.latestSnapshot().state().catalogTableId())
        .hasValue(server.tables().get(NAME).id().toString());
  }

  @Test
  void aRenamedTableContinuesUnderItsNewName() {
    ManagedTable orders = managed();
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.commit();
    LogPosition position;
    try (CommitLog log = open().follow(LogPosition.before(1))) {
      assertThat(Objects.requireNonNull(log.next()).version()).isEqualTo(1);
      position = log.position();
      server.tables().rename(NAME, "main.sales.renamed");
      DeltaCdfException gone = awaitFailure(log);
      assertThat(gone.code()).isEqualTo(ErrorCode.NOT_A_TABLE);
      assertThat(gone).hasMessageContaining("If the table was renamed");
    }
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();
    Map<String, String> options = new HashMap<>(server.options());
    options.put("tables.orders.path", "uc://main.sales.renamed");
    try (CommitLog log = open(options).follow(position)) {
      assertThat(await(log).version()).isEqualTo(2);
    }
  }

  @Test
  void failuresOfTheCatalogSayWhatToDo() {
    external();
    DeltaTable opened = open();
    server.faults().on().times(1).status(403);
    DeltaCdfException denied = failure(opened::latestSnapshot);
    assertThat(denied.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(denied.isRetriable()).isTrue();
    assertThat(denied).hasMessageContainingAll("EXTERNAL USE SCHEMA", "SELECT");

    server.faults().on().times(1).status(401);
    assertThat(failure(opened::latestSnapshot).code()).isEqualTo(ErrorCode.ACCESS_DENIED);

    server.faults().on().times(1).status(503);
    DeltaCdfException outage = failure(opened::latestSnapshot);
    assertThat(outage.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(outage.isRetriable()).isTrue();

    server.faults().on().dropConnection();
    assertThat(failure(opened::latestSnapshot).code()).isEqualTo(ErrorCode.STORAGE);
    server.faults().clear();
    server.faults().on(CatalogAction.LOAD_TABLE).cutAnswer();
    assertThat(failure(opened::latestSnapshot).code()).isEqualTo(ErrorCode.STORAGE);
    server.faults().clear();

    server.tables().drop(NAME);
    assertThat(failure(opened::latestSnapshot).code()).isEqualTo(ErrorCode.NOT_A_TABLE);
    for (DeltaCdfException each : List.of(denied, outage)) {
      assertThat(each).hasMessageContainingAll("'orders'", "uc://" + NAME, server.uri());
      assertThat(each.toString()).doesNotContain(CatalogTokens.TOKEN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true,  main.sales.nosuch,  table main.sales.nosuch",
    "true,  main.nosuch.orders, schema main.nosuch",
    "true,  nosuch.sales.orders, catalog nosuch",
    "false, main.sales.nosuch,  table main.sales.nosuch",
    "false, main.nosuch.orders, schema main.nosuch",
    "false, nosuch.sales.orders, catalog nosuch",
  })
  void aNameThatTheCatalogDoesNotHaveIsReportedWithAllRemedies(
      boolean deltaApi, String name, String missing) {
    if (!deltaApi) {
      server.settings().withoutDeltaApi();
    }
    external();
    Map<String, String> options = new HashMap<>(server.options());
    options.put("tables.orders.path", "uc://" + name);

    DeltaCdfException gone = failure(open(options)::latestSnapshot);

    assertThat(gone.code()).isEqualTo(ErrorCode.NOT_A_TABLE);
    assertThat(gone)
        .hasMessageContainingAll(
            "'orders'", "uc://" + name, server.uri(), "has no " + missing + ",")
        .hasMessageContainingAll("SELECT", "renamed", "UNDROP TABLE", "Check the names");
  }

  /** A proxy, or an ingress without a server behind it, also answers 404. */
  @Test
  void anAddressThatIsNoCatalogIsNotATableThatIsGone() {
    external().insert(row("id", 1L, "name", "a"));
    server.faults().on().times(2).status(404);
    DeltaTable opened = open();

    DeltaCdfException elsewhere = failure(opened::latestSnapshot);

    assertThat(elsewhere.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(elsewhere.isRetriable()).isTrue();
    assertThat(elsewhere).hasMessageContainingAll("unity.catalog.uri", server.uri(), "404");
    server.takeRequests();
    assertThat(opened.latestSnapshot().version()).isEqualTo(1);
    assertThat(server.takeRequests())
        .as("the Delta API is not given up")
        .extracting(CatalogRequest::action)
        .doesNotContain(CatalogAction.GET_TABLE);
  }

  @Test
  void aPlaceWithoutALogIsReportedWithTheNameInTheCatalog() throws IOException {
    TestTable table = external();
    Files.move(table.directory().resolve("_delta_log"), table.directory().resolve("moved"));

    DeltaCdfException gone = failure(open()::latestSnapshot);

    assertThat(gone.code()).isEqualTo(ErrorCode.NOT_A_TABLE);
    assertThat(gone)
        .hasMessageContainingAll("uc://" + NAME, table.directory().toString(), "_delta_log");
  }

  @Test
  void noTableAsksACatalogThatLimitsRequests() {
    external();
    server.faults().on().times(1).retryAfter(1).status(429);
    DeltaTable opened = open();
    DeltaCdfException limited = failure(opened::latestSnapshot);
    assertThat(limited.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(limited).hasMessageContaining("429");
    server.takeRequests();
    assertThat(failure(() -> open().latestSnapshot())).hasMessageContaining("429");
    assertThat(server.takeRequests()).isEmpty();
    Awaitility.await()
        .ignoreExceptionsInstanceOf(DeltaCdfException.class)
        .until(() -> opened.latestSnapshot().version() == 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gs://lake/orders | '' | OAuth token | to the plugin",
        "r2://lake/orders | '' | s3:// | abfss://",
        "s3://lake/orders | [] | has none | none",
        "s3://lake/orders | [{'prefix':'s3://lake/other','config':{'s3.access-key-id':'SECRET-1'}}]"
            + " | only some for s3://lake/other | none",
        "s3://lake/orders | [{'prefix':'s3://lake/orders','config':{}}] | has none | none",
        "s3://lake/orders | [{'prefix':'s3://lake/orders','config':{'oss.key':'SECRET-1',"
            + "'oss.secret':'SECRET-2','gcs.oauth-token':null}}] | only oss.key, oss.secret | none",
        "s3://lake/orders | [{'prefix':'s3://lake/orders','config':{'s3.access-key-id':'SECRET-1',"
            + "'s3.secret-access-key':''}}] | only s3.access-key-id | none",
        "s3://lake/orders | [{'prefix':'s3://lake','config':{'azure.sas-token':'SECRET-1'}}]"
            + " | some for AZURE | in S3",
        "abfss://l@a.dfs.core.windows.net/o | [{'prefix':'abfss://l@a.dfs.core.windows.net/o',"
            + "'config':{'gcs.oauth-token':'SECRET-1'}}] | some for GCS | in AZURE",
      })
  void credentialsThatCannotBeUsedAreReported(
      String location, String credentials, String what, String more) {
    TestTable table = TestTable.at(dir.resolve("orders")).schema("id long").create();
    server.tables().createExternal(NAME, location, table);
    server
        .faults()
        .on(CatalogAction.TABLE_CREDENTIALS)
        .answer(200, "{'storage-credentials':%s}".formatted(credentials).replace('\'', '"'));

    DeltaCdfException refused = failure(open()::latestSnapshot);

    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_STORE);
    assertThat(refused)
        .hasMessageContainingAll("'orders'", "uc://" + NAME, location, what, more)
        .hasMessageContainingAll("unity.catalog.credentials=none", "hadoop.*");
    assertThat(refused.toString()).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gs://lake/orders | {} | OAuth token",
        "s3://lake/orders | {} | has none",
        "s3://lake/orders | {'url':'s3://lake/orders','expiration_time':1,"
            + "'aws_temp_credentials':null} | has none",
        "s3://lake/orders | {'r2_temp_credentials':{'secret':'SECRET-1'}}"
            + " | only r2_temp_credentials",
        "s3://lake/orders | {'gcp_oauth_token':{'oauth_token':'SECRET-1'}} | some for GCS",
        "s3://lake/orders | {'aws_temp_credentials':{'access_key_id':'SECRET-1'}}"
            + " | only aws_temp_credentials",
      })
  void credentialsOfTheOlderApiThatCannotBeUsedAreReported(
      String location, String credentials, String what) {
    server.settings().withoutDeltaApi();
    TestTable table = TestTable.at(dir.resolve("orders")).schema("id long").create();
    server.tables().createExternal(NAME, location, table);
    server
        .faults()
        .on(CatalogAction.TEMPORARY_CREDENTIALS)
        .answer(200, credentials.replace('\'', '"'));

    DeltaCdfException refused = failure(open()::latestSnapshot);

    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_STORE);
    assertThat(refused)
        .hasMessageContainingAll("'orders'", "uc://" + NAME, location, what)
        .hasMessageContaining("unity.catalog.credentials=none");
    assertThat(refused.toString()).doesNotContain("SECRET");
  }

  @Test
  void refusesTablesOfAnotherFormat() {
    external();
    server.tables().get(NAME).format("PARQUET");
    DeltaCdfException unsupported = failure(open()::latestSnapshot);
    assertThat(unsupported.code()).isEqualTo(ErrorCode.UNSUPPORTED_FEATURE);
    assertThat(unsupported).hasMessageContaining("PARQUET");
  }

  @Test
  void aPathDoesNotOpenACatalogManagedTable() {
    ManagedTable orders = managed();
    DeltaTable byPath = DeltaTables.open("orders", orders.entry().location(), storage);
    DeltaCdfException refused = failure(byPath::latestSnapshot);
    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_FEATURE);
    assertThat(refused).hasMessageContaining("uc://catalog.schema.table");
  }

  private TestTable external() {
    TestTable table = TestTable.at(dir.resolve("external")).schema("id long, name string").create();
    server.tables().createExternal(NAME, table);
    return table;
  }

  private ManagedTable managed() {
    return ManagedTable.create(
        server,
        NAME,
        TableStore.local(dir.resolve("lake")),
        TestTable.at(dir.resolve("workshop")).schema("id long, name string"));
  }

  private DeltaTable open() {
    return open(server.options());
  }

  private DeltaTable open(Map<String, String> catalog) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "shop");
    options.put("tables", "orders");
    options.put("tables.orders.path", "uc://" + NAME);
    options.put("tables.orders.key", "id");
    options.putAll(catalog);
    return DeltaTables.open(new DeltaSourceConfig(options).tables().get(0), storage);
  }

  private static Commit await(CommitLog log) {
    return Awaitility.await()
        .until(() -> Optional.ofNullable(log.next()), Optional::isPresent)
        .orElseThrow();
  }

  private static DeltaCdfException awaitFailure(CommitLog log) {
    return Awaitility.await()
        .until(
            () -> {
              try {
                log.next();
                return null;
              } catch (DeltaCdfException e) {
                return e;
              }
            },
            Objects::nonNull);
  }

  private static DeltaCdfException failure(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(DeltaCdfException.class, call);
  }
}
