package io.deltacdf.connect.discovery;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CountingFileSystem;
import io.deltacdf.connect.testing.FaultyFileSystem;
import io.deltacdf.connect.testing.HookedFileSystem;
import io.deltacdf.connect.testing.tables.TableProtocol;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tables below a directory are published, over real directories. */
class DiscoveryTest {
  @TempDir private Path root;
  private final Map<String, String> options = new HashMap<>();
  private final Map<String, Optional<String>> stored = new HashMap<>();
  private Storage storage;

  @AfterEach
  void close() {
    FaultyFileSystem.restart(call -> false);
    if (storage != null) {
      storage.close();
    }
  }

  private TestTable table(String path) {
    TestTable table =
        TestTable.at(root.resolve(path)).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    return table;
  }

  private Discovery discovery(String... namesAndValues) {
    options.put("topic.prefix", "lake");
    options.put("discovery.root", root.toString());
    options.put("discovery.keys", ".*:id");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    assertThat(validation.errors()).isEmpty();
    storage = Storage.open(validation.hadoop());
    return Discovery.of(
        validation.discovery().orElseThrow(),
        validation,
        storage,
        Duration.ofSeconds(60),
        names -> {
          Map<String, Optional<String>> known = new HashMap<>(stored);
          known.keySet().retainAll(names);
          return known;
        });
  }

  private static List<String> names(Look look) {
    return look.tables().stream().map(it -> it.table().name()).toList();
  }

  @Test
  void findsTheTablesDirectlyBelowTheRoot() throws Exception {
    table("orders");
    table("lines");
    table("sales/deeper");
    table("_hidden");
    table(".hidden");
    table("year=2026");
    Files.writeString(root.resolve("file"), "");

    Look look = discovery().look();

    assertThat(names(look)).containsExactly("lines", "orders");
    assertThat(look.skipped()).isEmpty();
    assertThat(look.found().others()).containsExactly("sales");
    assertThat(look.tables().get(1).config().path()).endsWith("/orders");
    assertThat(look.tables().get(1).config().topic()).isEqualTo("lake.orders");
    assertThat(look.tables().get(1).config().key()).containsExactly("id");
  }

  @Test
  void namesOfDeeperTablesAreTheirPathsAndTablesAreNotSearched() throws Exception {
    table("sales.db/orders 2%20");
    table("top");
    table("top/inner");
    table("a/b/c");

    assertThat(names(discovery("discovery.depth", "2").look()))
        .containsExactly("sales_db_orders_2_20", "top");
    assertThat(names(discovery("discovery.depth", "3").look()))
        .containsExactly("a_b_c", "sales_db_orders_2_20", "top");
  }

  @Test
  void listsIncludeAndExcludePathsAndDirectories() throws Exception {
    table("sales/orders");
    table("sales/orders_old");
    table("archive/orders");
    table("hr/people");

    Look look =
        discovery(
                "discovery.depth",
                "2",
                "discovery.include.list",
                ".*/orders,.*/orders_old,hr/p.*",
                "discovery.exclude.list",
                "archive,.*_old")
            .look();

    assertThat(names(look)).containsExactly("hr_people", "sales_orders");
    assertThat(look.found().excluded()).isEqualTo(2);
  }

  @Test
  void theFirstMatchingRuleGivesTheKeyAndOptionsOfTheTableComeFirst() throws Exception {
    table("orders");
    table("orders_by_name");
    table("own");

    Look look =
        discovery(
                "discovery.keys",
                "orders_by_.*:name; orders.*:id",
                "key",
                "name,id",
                "tables.orders.topic",
                "special",
                "tables.own.key",
                "id")
            .look();

    assertThat(look.tables())
        .extracting(it -> it.table().name() + " " + it.config().key() + " " + it.config().topic())
        .containsExactly(
            "orders [id] special",
            "orders_by_name [name] lake.orders_by_name",
            "own [id] lake.own");
  }

  @Test
  void oneTableThatCannotBePublishedIsSkippedAndTheOthersAreFound() throws Exception {
    table("good");
    TestTable bad = table("bad");
    Path commit = bad.directory().resolve("_delta_log/00000000000000000000.json");
    String text = Files.readString(commit);
    Files.writeString(commit, "{\"metaData\":");
    TestTable.at(root.resolve("no_key")).schema("number long").changeDataFeed().create();
    TestTable.at(root.resolve("new"))
        .schema("id long")
        .protocol(new TableProtocol(3, 7, Set.of("fancyFeature"), Set.of("fancyFeature")))
        .create();
    Files.createDirectories(root.resolve("empty/_delta_log"));
    Discovery discovery = discovery();

    Look look = discovery.look();

    assertThat(names(look)).containsExactly("good");
    assertThat(look.skipped()).containsOnlyKeys("bad", "no_key", "new", "empty");
    assertThat(look.skipped().get("no_key").reason()).contains("[KEY_INVALID]", "'id'");
    assertThat(look.skipped().get("new").reason()).contains("[UNSUPPORTED_FEATURE]");
    assertThat(look.skipped().get("empty").reason()).contains("[NOT_A_TABLE]");

    Files.writeString(commit, text);
    assertThat(names(discovery.look())).containsExactly("good", "bad");
  }

  @Test
  void aTableThatStaysBadIsCheckedLessAndLessOften() throws Exception {
    options.put("hadoop.fs.file.impl", CountingFileSystem.class.getName());
    TestTable.at(root.resolve("no_key")).schema("number long").changeDataFeed().create();
    Discovery discovery = discovery();
    StringBuilder checked = new StringBuilder();

    for (int look = 1; look <= 14; look++) {
      CountingFileSystem.Counts before = CountingFileSystem.Counts.now();
      assertThat(discovery.look().skipped()).containsOnlyKeys("no_key");
      checked.append(before.since().opened() > 0 ? 'x' : '-');
    }

    assertThat(checked).hasToString("xx-x--x----x--");
  }

  @Test
  void aTableWithoutAKeyRuleIsSkipped() throws Exception {
    table("orders");
    table("other");

    Look look = discovery("discovery.keys", "orders:id").look();

    assertThat(names(look)).containsExactly("orders");
    assertThat(look.skipped().get("other").reason())
        .contains("has no key", "No rule of 'discovery.keys' matches other");
    assertThat(
            names(discovery("discovery.keys", "orders:id", "commit.consolidation", "none").look()))
        .containsExactly("orders", "other");
  }

  @Test
  void pathsOfOneNameAreRefusedUnlessOneIsKnown() throws Exception {
    table("a/b");
    Discovery running = discovery("discovery.depth", "2");
    assertThat(names(running.look())).containsExactly("a_b");

    String id =
        DeltaTables.open("t", root.resolve("a/b").toString(), storage)
            .latestSnapshot()
            .state()
            .tableId();
    table("a_b");
    Look look = running.look();
    assertThat(look.tables()).extracting(it -> it.table().path()).containsExactly("a/b");
    assertThat(look.skipped().get("a_b").reason()).contains("'a_b'", "that of a/b");

    Look fresh = discovery("discovery.depth", "2").look();
    assertThat(fresh.tables()).isEmpty();
    assertThat(fresh.skipped()).containsOnlyKeys("a/b", "a_b");

    stored.put("a_b", Optional.of(id));
    Look restarted = discovery("discovery.depth", "2").look();
    assertThat(restarted.tables()).extracting(it -> it.table().path()).containsExactly("a/b");
    assertThat(restarted.skipped()).containsOnlyKeys("a_b");
  }

  @Test
  void listedTablesAndTheirNamesAndTopicsAreLeftAlone() throws Exception {
    table("orders");
    table("listed");
    table("name");
    table("topic");

    Look look =
        discovery(
                "tables",
                "mine,name",
                "tables.mine.path",
                root.resolve("listed") + "/",
                "tables.mine.topic",
                "lake.topic",
                "tables.name.path",
                "/elsewhere",
                "key",
                "id")
            .look();

    assertThat(names(look)).containsExactly("orders");
    assertThat(look.skipped()).containsOnlyKeys("name", "topic");
    assertThat(look.skipped().get("name").reason()).contains("'name'", "'tables'");
    assertThat(look.skipped().get("topic").reason()).contains("'lake.topic'", "'mine'");
  }

  @Test
  void aTableThatWasPublishedBeforeIsAcceptedAlthoughItFailsNow() throws Exception {
    TestTable bad = table("bad");
    Files.writeString(
        bad.directory().resolve("_delta_log/00000000000000000000.json"), "{\"metaData\":");
    stored.put("bad", Optional.empty());

    assertThat(names(discovery().look())).containsExactly("bad");
  }

  @Test
  void aTableIsGoneWhenItIsMissingTwiceAndComesBack() throws Exception {
    table("orders");
    table("lines");
    Discovery discovery = discovery();
    discovery.look();
    Files.move(root.resolve("orders"), root.resolve("_orders"));

    assertThat(names(discovery.look())).containsExactly("lines", "orders");
    assertThat(names(discovery.look())).containsExactly("lines");
    Files.move(root.resolve("_orders"), root.resolve("orders"));
    assertThat(names(discovery.look())).containsExactly("lines", "orders");
  }

  @Test
  void tablesThatAreAllMissingAreKeptForAWhile() throws Exception {
    table("orders");
    Discovery discovery = discovery();
    discovery.look();
    Files.move(root.resolve("orders"), root.resolve("_orders"));

    for (int i = 0; i < 9; i++) {
      assertThat(names(discovery.look())).containsExactly("orders");
    }
    assertThat(names(discovery.look())).isEmpty();
  }

  @Test
  void aDirectoryThatTheStoreCannotHandleIsSkipped() throws Exception {
    HookedFileSystem.OPTIONS.forEach((name, value) -> options.put("hadoop." + name, value));
    table("orders");
    table("odd");
    HookedFileSystem.hook(
        access -> {
          if (access.equals("list odd")) {
            throw new IllegalArgumentException("an odd name");
          }
        });
    try {
      Look look = discovery("discovery.depth", "2").look();

      assertThat(names(look)).containsExactly("orders");
      assertThat(look.skipped().get("odd").reason()).contains("odd", "an odd name");
    } finally {
      HookedFileSystem.hook(access -> {});
    }
  }

  @Test
  void anOutageFailsTheLookAndChangesNothing() throws Exception {
    options.put("hadoop.fs.file.impl", FaultyFileSystem.class.getName());
    table("orders");
    table("lines");
    table("deep/er");
    Discovery discovery = discovery("discovery.depth", "2");
    discovery.look();

    for (int failing = 1; failing <= 2; failing++) {
      int number = failing;
      FaultyFileSystem.restart(call -> call == number);
      assertThatThrownBy(discovery::look)
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
    }
    FaultyFileSystem.restart(call -> false);
    assertThat(names(discovery.look())).containsExactly("deep_er", "lines", "orders");
  }

  @Test
  void aRootThatDoesNotExistOrIsATableIsAnError() throws IOException {
    assertThatThrownBy(discovery("discovery.root", root.resolve("nowhere").toString())::look)
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("[NOT_A_TABLE]", "nowhere", "does not exist");
    table("orders");
    assertThatThrownBy(discovery("discovery.root", root.resolve("orders").toString())::look)
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("is a table itself", "'tables'");
  }

  @Test
  void aLookAtKnownTablesListsOnlyTheRoot() throws Exception {
    options.putAll(Map.of("hadoop.fs.file.impl", CountingFileSystem.class.getName()));
    for (int i = 0; i < 20; i++) {
      table("t" + i);
    }
    Discovery discovery = discovery();
    discovery.look();

    CountingFileSystem.Counts before = CountingFileSystem.Counts.now();
    assertThat(discovery.look().tables()).hasSize(20);

    assertThat(before.since().listings()).isEqualTo(1);
    assertThat(before.since().opened()).isZero();
  }
}
