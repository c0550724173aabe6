package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogFault;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each command on a real table. */
class CommandsTest {
  private static final long CREATED = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final Instant NOW = Instant.parse("2026-01-03T00:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private final CliTerminal cli = CliTerminal.at(NOW);
  private TestTable table;

  /** Version 1 inserts the keys 1 and 2, version 2 updates key 1, version 3 deletes key 2. */
  @BeforeEach
  void table() {
    table =
        TestTable.at(directory.resolve("my orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .timestamp(CREATED)
            .create();
    table.insert(row("id", 1L, "name", "a"), row("id", 2L, "name", "b"));
    table.update(row -> row.get("id").equals(1L), set("name", "c"));
    table.delete(row -> row.get("id").equals(2L));
  }

  @Test
  void takesTheNameOfATableInACatalog() {
    try (CatalogServer catalog = CatalogServer.start()) {
      catalog.tables().createExternal("main.sales.orders", "file://" + table.directory(), table);
      String[] options = {
        "--set",
        "unity.catalog.uri=" + catalog.uri(),
        "--set",
        "unity.catalog.token=" + CatalogTokens.TOKEN
      };
      int described = cli.run(with(options, "describe", "uc://main.sales.orders"));
      int changed = cli.run(with(options, "changes", "uc://main.sales.orders", "--key", "id"));

      assertThat(cli.err()).isEmpty();
      assertThat(described).isZero();
      assertThat(changed).isZero();
      assertThat(cli.out()).contains("uc://main.sales.orders", "\"delta.table\":\"orders\"");
    }
    assertThat(cli.run("describe", "uc://main.sales.orders")).isNotZero();
    assertThat(cli.err()).contains("unity.catalog.uri");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"describe", "describe --json", "changes", "changes --raw", "changes --snapshot"})
  void aTableThatTheCatalogDoesNotHaveIsReportedByEachCommand(String command) {
    try (CatalogServer catalog = CatalogServer.start()) {
      int code =
          cli.run(
              with(
                  new String[] {
                    "uc://main.sales.orders",
                    "--set=unity.catalog.uri=" + catalog.uri(),
                    "--set=unity.catalog.token=" + CatalogTokens.TOKEN
                  },
                  command.split(" ")));

      assertThat(code).isEqualTo(ExitCodes.USER_ERROR);
      assertThat(cli.err())
          .contains("NOT_A_TABLE", catalog.uri(), "uc://main.sales.orders", "has no table")
          .contains("SELECT", "renamed", "UNDROP TABLE")
          .doesNotContain(CatalogTokens.TOKEN);
      assertThat(cli.out()).isEmpty();
    }
  }

  @Test
  void followingRowsEndsWhenTheTableIsDropped() {
    try (CatalogServer catalog = CatalogServer.start()) {
      ManagedTable orders = managed(catalog);
      CompletableFuture<Integer> running = follow(catalog, orders, "--raw");
      orders.table().insert(row("id", 1L));
      orders.commit();
      Awaitility.await().until(() -> cli.out().contains("\"id\":1"));
      catalog.tables().drop("main.sales.orders");

      assertThat(running).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(ExitCodes.USER_ERROR);
      assertThat(cli.err())
          .contains("NOT_A_TABLE", catalog.uri(), "uc://main.sales.orders", "UNDROP TABLE");
    }
  }

  @Test
  void followingRecordsGoesOnWhenADroppedTableIsRestored() {
    try (CatalogServer catalog = CatalogServer.start()) {
      ManagedTable orders = managed(catalog);
      CompletableFuture<Integer> running = follow(catalog, orders, "--key=id", "--to-version=2");
      orders.table().insert(row("id", 1L));
      orders.commit();
      Awaitility.await().until(() -> cli.out().contains("\"id\":1"));
      catalog.tables().drop("main.sales.orders");
      Awaitility.await().until(() -> cli.err().contains("Trying again."));
      catalog.tables().restore(orders.entry());
      orders.table().insert(row("id", 2L));
      orders.commit();

      assertThat(running).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0);
      assertThat(cli.err())
          .contains("NOT_A_TABLE", catalog.uri(), "uc://main.sales.orders", "UNDROP TABLE");
      assertThat(cli.out()).contains("\"id\":2");
    }
  }

  @Test
  void followingWaitsAsLongAsTheCatalogAsks() {
    try (CatalogServer catalog = CatalogServer.start()) {
      ManagedTable orders = managed(catalog);
      CompletableFuture<Integer> running = follow(catalog, orders, "--key=id", "--to-version=2");
      orders.table().insert(row("id", 1L));
      orders.commit();
      Awaitility.await().until(() -> cli.out().contains("\"id\":1"));
      CatalogFault limit = catalog.faults().on(CatalogAction.LOAD_TABLE).times(2);
      limit.retryAfter(1).status(429);
      Awaitility.await().until(() -> limit.taken() == 2);
      orders.table().insert(row("id", 2L));
      orders.commit();

      assertThat(running).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(ExitCodes.OK);
      assertThat(cli.out()).contains("\"id\":2");
      assertThat(cli.err().lines()).as("the same warning is printed once").hasSize(1);
      assertThat(cli.err()).contains("warning: ", "429").doesNotContain(CatalogTokens.TOKEN);
    }
  }

  private ManagedTable managed(CatalogServer catalog) {
    return ManagedTable.create(
        catalog,
        "main.sales.orders",
        TableStore.local(directory.resolve("managed")),
        TestTable.at(directory.resolve("workshop")).schema("id long").changeDataFeed());
  }

  private CompletableFuture<Integer> follow(
      CatalogServer catalog, ManagedTable orders, String... more) {
    String[] options = {
      orders.path(),
      "--follow",
      "--set=unity.catalog.uri=" + catalog.uri(),
      "--set=unity.catalog.token=" + CatalogTokens.TOKEN
    };
    return CompletableFuture.supplyAsync(() -> cli.run(with(with(more, options), "changes")));
  }

  private static String[] with(String[] options, String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(options)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"describe", "changes"})
  void theLimitOfRequestsAppliesToCommands(String command) throws InterruptedException {
    Thread running =
        new Thread(
            () ->
                cli.run(
                    command,
                    "hanging://" + command + table.path(),
                    "--set=hadoop.fs.hanging.impl=" + HangingFileSystem.class.getName(),
                    "--set=key=id",
                    "--set=store.requests.per.second=2"));

    running.start();

    Awaitility.await()
        .until(
            () ->
                Arrays.stream(running.getStackTrace())
                    .anyMatch(call -> call.getClassName().equals(RequestLimit.class.getName())));
    running.interrupt();
    running.join();
  }

  @Test
  void rawPrintsTheChangeRowsOfAllVersions() throws IOException {
    assertThat(cli.run("changes", table.path(), "--raw")).as(cli.err()).isZero();
    assertThat(cli.err()).isEmpty();
    assertThat(changes())
        .containsExactly(
            "1 insert 1 a",
            "1 insert 2 b",
            "2 update_preimage 1 a",
            "2 update_postimage 1 c",
            "3 delete 2 b");
    assertThat(json(0).propertyStream().map(Map.Entry::getKey))
        .containsExactly("id", "name", "_change_type", "_commit_version", "_commit_timestamp");
  }

  @Test
  void bothEndsOfARangeAreInclusive() throws IOException {
    cli.run("changes", table.path(), "--raw", "--from-version", "2", "--to-version", "2");
    assertThat(changes()).containsExactly("2 update_preimage 1 a", "2 update_postimage 1 c");
  }

  @Test
  void fromTimestampStartsAtTheFirstCommitAtOrAfterIt() throws IOException {
    String time = Instant.ofEpochMilli(table.commitAt(3).timestamp()).toString();
    assertThat(cli.run("changes", table.path(), "--raw", "--from-timestamp", time)).isZero();
    assertThat(changes()).containsExactly("3 delete 2 b");
  }

  @Test
  void rawSnapshotPrintsTheRowsOfAVersion() {
    assertThat(cli.run("changes", table.path(), "--raw", "--snapshot")).isZero();
    assertThat(cli.lines()).containsExactly("{\"id\":1,\"name\":\"c\"}");
    CliTerminal older = new CliTerminal();
    assertThat(older.run("changes", table.path(), "--raw", "--snapshot", "--at-version", "1"))
        .isZero();
    assertThat(older.lines())
        .containsExactlyInAnyOrder("{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void filesOutsideOfTheTableAreReadOnlyIfTheyAreAllowed() {
    TestTable clone = table.shallowClone(directory.resolve("clone"));
    for (String form : List.of("--raw", "--key=id")) {
      CliTerminal refused = new CliTerminal();
      assertThat(refused.run("changes", clone.path(), form, "--snapshot"))
          .isEqualTo(ExitCodes.USER_ERROR);
      assertThat(refused.err()).contains("[PATH_NOT_ALLOWED]", "'allow.absolute.paths=file:");
      assertThat(refused.lines()).isEmpty();

      String option = "allow.absolute.paths=" + table.path();
      CliTerminal allowed = new CliTerminal();
      assertThat(allowed.run("changes", clone.path(), form, "--snapshot", "--set", option))
          .as(allowed.err())
          .isZero();
      assertThat(allowed.lines()).singleElement().asString().contains("\"name\":\"c\"");
    }
    // Needs none of the files.
    assertThat(cli.run("describe", clone.path())).as(cli.err()).isZero();
  }

  @Test
  void recordsAreThoseOfTheConnector() throws IOException {
    assertThat(cli.run("changes", table.path(), "--key", "id")).as(cli.err()).isZero();
    assertThat(cli.lines()).hasSize(4);
    JsonNode update = json(2);
    assertThat(update.propertyStream().map(Map.Entry::getKey))
        .containsExactly("key", "value", "headers", "offset", "timestamp");
    assertThat(update.get("key").longValue()).isEqualTo(1);
    assertThat(update.at("/value/name").textValue()).isEqualTo("c");
    assertThat(update.at("/value/_change_type").textValue()).isEqualTo("update_postimage");
    assertThat(update.at("/headers/delta.table").textValue()).isEqualTo("my_orders");
    assertThat(update.at("/headers/delta.commit.version").longValue()).isEqualTo(2);
    assertThat(update.at("/offset/version").longValue()).isEqualTo(2);
    assertThat(update.get("timestamp").isNull()).isTrue();
    JsonNode delete = json(3);
    assertThat(delete.get("key").longValue()).isEqualTo(2);
    assertThat(delete.get("value").isNull()).isTrue();
    assertThat(delete.at("/headers/delta.change.type").textValue()).isEqualTo("delete");
  }

  @Test
  void setAppliesOptionsOfTheConnector() throws IOException {
    assertThat(
            cli.run(
                "changes",
                table.path(),
                "--key=id",
                "--from-version=3",
                "--set=delete.tombstone.handling.mode=rewrite",
                "--set=record.timestamp=commit",
                "--set=value.metadata.columns=_change_type"))
        .as(cli.err())
        .isZero();
    assertThat(cli.lines()).hasSize(1);
    assertThat(json(0).get("value").toString())
        .isEqualTo("{\"id\":2,\"name\":\"b\",\"_change_type\":\"delete\"}");
    assertThat(json(0).get("timestamp").longValue()).isEqualTo(table.commitAt(3).timestamp());
  }

  @Test
  void withoutAKeyAllRowsExceptPreimagesAreRecords() throws IOException {
    assertThat(cli.run("changes", table.path(), "--format", "row")).as(cli.err()).isZero();
    assertThat(cli.lines()).hasSize(4);
    assertThat(json(3).get("key").isNull()).isTrue();
    assertThat(json(3).at("/value/name").textValue()).isEqualTo("b");
  }

  @Test
  void snapshotRecordsAreReads() throws IOException {
    assertThat(cli.run("changes", table.path(), "--key", "id", "--snapshot", "--at-version", "1"))
        .as(cli.err())
        .isZero();
    assertThat(cli.lines()).hasSize(2);
    assertThat(json(0).at("/value/_change_type").textValue()).isEqualTo("read");
    assertThat(json(0).at("/headers/delta.snapshot.id").isTextual()).isTrue();
  }

  @Test
  void followWaitsForCommitsUpToToVersion() {
    for (String form : List.of("--raw", "--key=id")) {
      long next = table.version() + 1;
      CliTerminal following = new CliTerminal();
      CompletableFuture<Integer> exit =
          CompletableFuture.supplyAsync(
              () ->
                  following.run(
                      "changes",
                      table.path(),
                      form,
                      "--follow",
                      "--set=poll.interval.ms=20",
                      "--from-version=" + (next - 1),
                      "--to-version=" + next));
      Awaitility.await().until(() -> !following.lines().isEmpty());
      assertThat(exit).isNotDone();
      table.insert(row("id", next, "name", "new"));
      assertThat(exit).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0);
      assertThat(following.lines().get(following.lines().size() - 1)).contains("new");
    }
  }

  @Test
  void followRetriesRetriableFailures() throws IOException {
    for (String form : List.of("--raw", "--key=id")) {
      long last = table.insert(row("id", table.version(), "name", "new"));
      Path commit = table.faults().commitFile(last);
      Path whole = Files.move(commit, directory.resolve("whole"));
      CliTerminal following = new CliTerminal();
      CompletableFuture<Integer> exit =
          CompletableFuture.supplyAsync(
              () ->
                  following.run(
                      "changes",
                      table.path(),
                      form,
                      "--follow",
                      "--set=poll.interval.ms=20",
                      "--from-version=" + (last - 1),
                      "--to-version=" + last));
      Awaitility.await().until(() -> !following.lines().isEmpty());
      Path broken = Files.writeString(directory.resolve("broken"), "{\"commitInfo\":");
      Files.move(broken, commit);
      Awaitility.await().until(() -> following.err().contains("warning: [CORRUPT_COMMIT]"));
      assertThat(exit).isNotDone();
      Files.move(whole, commit, StandardCopyOption.REPLACE_EXISTING);
      assertThat(exit).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0);
      assertThat(following.lines().get(following.lines().size() - 1)).contains("new");
      assertThat(following.err()).hasLineCount(1);
    }
  }

  @Test
  void followPrintsTheChangesAfterASnapshot() {
    Thread following =
        new Thread(
            () ->
                cli.run(
                    "changes",
                    table.path(),
                    "--raw",
                    "--snapshot",
                    "--at-version=2",
                    "--follow",
                    "--set=poll.interval.ms=20"));
    following.start();
    Awaitility.await().until(() -> cli.lines().size() == 3);
    assertThat(cli.lines().get(2)).contains("\"_change_type\":\"delete\"");
    following.interrupt();
    Awaitility.await().until(() -> !following.isAlive());
  }

  @Test
  void describesTheTable() {
    assertThat(cli.run("describe", table.path())).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("my orders")
        .containsPattern("Change data feed +on since version 0 \\(2026-01-01T00:00:00Z\\)\n")
        .containsPattern("Latest version +3 ")
        .containsPattern("Row tracking +off\n")
        .containsPattern("Changes by key +from the change data feed\n")
        .containsPattern("Changes by row +from the change data feed\n")
        .containsPattern("Log retention +interval 30 days \\(default\\)")
        .containsPattern("Earliest version goes +with .* after 2026-01-31T00:00:00Z, in 28 days")
        .containsPattern("Safe from VACUUM +all versions")
        .contains("  id    long\n  name  string\n");
  }

  @Test
  void describesTheSourceOfChangesWithoutAChangeDataFeed() {
    TestTable tracked =
        TestTable.at(directory.resolve("tracked")).schema("id long").rowTracking().create();
    assertThat(cli.run("describe", tracked.path())).as(cli.err()).isZero();
    assertThat(cli.out())
        .containsPattern("Change data feed +off")
        .containsPattern("Row tracking +on\n")
        .containsPattern("Changes by key +derived from the data files, by key\n")
        .containsPattern("Changes by row +derived from the data files, by row tracking\n");
  }

  @Test
  void describesTheTableAsJson() throws IOException {
    table.setProperty("delta.logRetentionDuration", "interval 1 week");
    table.setChangeDataFeed(false);
    assertThat(cli.run("describe", "--json", table.path())).as(cli.err()).isZero();
    JsonNode json = json(0);
    assertThat(json.at("/earliest_version").longValue()).isZero();
    assertThat(json.at("/latest_version").longValue()).isEqualTo(5);
    assertThat(json.at("/change_feed/enabled").booleanValue()).isFalse();
    assertThat(json.at("/change_feed/row_tracking").booleanValue()).isFalse();
    assertThat(json.at("/change_feed/auto_by_key").textValue()).isEqualTo("by_key");
    assertThat(json.at("/change_feed/auto_by_row").textValue()).isEqualTo("appended");
    assertThat(json.at("/change_feed/periods").toString())
        .isEqualTo(
            "[{\"enabled\":true,\"first_version\":0,\"last_version\":4},"
                + "{\"enabled\":false,\"first_version\":5,\"last_version\":5}]");
    assertThat(json.at("/log_retention/seconds").longValue()).isEqualTo(7 * 86_400);
    assertThat(json.at("/log_retention/default").booleanValue()).isFalse();
    assertThat(json.at("/earliest_version_goes_from").textValue())
        .isEqualTo("2026-01-08T00:00:00Z");
    assertThat(json.at("/columns/0").toString())
        .isEqualTo("{\"name\":\"id\",\"type\":\"long\",\"nullable\":true}");
  }

  @Test
  void unreadableColumnsAreReportedAndCanBeExcluded() throws IOException {
    Path commit = table.faults().commitFile(0);
    Files.writeString(
        commit, Files.readString(commit).replace("\"string\\\"", "\"interval day\\\""));
    String problem = "column 'name' of type interval day";

    assertThat(cli.run("describe", table.path())).as(cli.err()).isZero();
    assertThat(cli.out()).contains("  name  cannot be read: " + problem + "\n");
    assertThat(cli.run("describe", "--json", table.path())).as(cli.err()).isZero();
    assertThat(cli.out()).contains("\"unreadable_columns\":[\"" + problem + "\"]");
    assertThat(cli.run("changes", table.path(), "--raw")).isNotZero();
    assertThat(cli.err()).contains("[COLUMN_UNSUPPORTED]", problem, "--set=column.exclude.list");
    assertThat(cli.run("changes", table.path(), "--key=id", "--set=column.exclude.list=name"))
        .as(cli.err())
        .isZero();
    assertThat(cli.out()).contains("{\"id\":2");
  }

  @Test
  void versionsAndKeysThatTheTableLacksAreUserErrors() {
    assertUserError("last version that can be given is 3", "--from-version", "9");
    assertUserError("last version that can be given is 3", "--to-version", "4");
    assertUserError("last version that can be given is 3", "--snapshot", "--at-version", "4");
    assertUserError("there is no commit at or after", "--from-timestamp", "2030-01-01T00:00:00Z");
    assertUserError("but ends at version 2", "--from-version", "3", "--to-version", "2");
    table.setChangeDataFeed(false);
    table.insert(row("id", 9L, "name", "z"));
    assertUserError("CHANGE_FEED_OFF", "--change-feed", "require");
    CliTerminal unknownKey = new CliTerminal();
    assertThat(unknownKey.run("changes", table.path(), "--key", "nosuch")).isEqualTo(1);
    assertThat(unknownKey.err()).contains("KEY_INVALID", "nosuch");
  }

  private void assertUserError(String message, String... options) {
    for (String form : List.of("--raw", "--set=key=id")) {
      CliTerminal terminal = new CliTerminal();
      String[] arguments = new String[options.length + 3];
      arguments[0] = "changes";
      arguments[1] = table.path();
      arguments[2] = form;
      System.arraycopy(options, 0, arguments, 3, options.length);
      assertThat(terminal.run(arguments)).as(terminal.err()).isEqualTo(1);
      assertThat(terminal.err()).contains(message, "my_orders");
    }
  }

  @Test
  void aMissingFileIsReportedByName() {
    table.faults().deleteFile(table.file(0));
    assertThat(cli.run("changes", table.path(), "--raw", "--snapshot")).isEqualTo(2);
    assertThat(cli.err())
        .contains("[FILE_MISSING]", table.file(0).path())
        .doesNotContain("\tat ")
        .hasLineCount(1);
  }

  @Test
  void failedOutputIsAFailureButABrokenPipeIsNot() {
    assertThat(runWithOutputThatFails("No space left on device"))
        .isEqualTo("2: delta-cdf: cannot write the output: No space left on device\n");
    assertThat(runWithOutputThatFails("Broken pipe")).isEqualTo("0: ");
  }

  private String runWithOutputThatFails(String message) {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(message);
          }
        };
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(out, new PrintWriter(err, true), false, false, Clock.systemUTC());
    return DeltaCdf.run(terminal, "changes", table.path(), "--raw") + ": " + err;
  }

  private List<String> changes() throws IOException {
    return IntStream.range(0, cli.lines().size())
        .mapToObj(this::json)
        .map(
            row ->
                row.get("_commit_version").asText()
                    + " "
                    + row.get("_change_type").asText()
                    + " "
                    + row.get("id").asText()
                    + " "
                    + row.get("name").asText())
        .toList();
  }

  private JsonNode json(int line) {
    try {
      return JSON.readTree(cli.lines().get(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
