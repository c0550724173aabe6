package io.deltacdf.connect.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.config.discovery.DiscoveredTable.KeyOrigin;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which tables in schemas of a catalog are published, with which keys. */
@Timeout(120)
class UnityDiscoveryTest extends OnCatalog {
  @Test
  void findsTheTablesOfAllPagesOfItsSchemas() throws Exception {
    server.settings().pageSize(2);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      table("main.sales." + name);
    }
    table("main.hr.people");
    table("main.other.not_asked_for");
    Discovery discovery = discovery();

    Look look = discovery.look();

    assertThat(names(look))
        .containsExactlyInAnyOrder(
            "main_hr_people",
            "main_sales_a",
            "main_sales_b",
            "main_sales_c",
            "main_sales_d",
            "main_sales_e");
    assertThat(look.skipped()).isEmpty();
    assertThat(look.tables().get(0).config().path()).isEqualTo("uc://main.hr.people");
    assertThat(look.tables().get(0).config().topic()).isEqualTo("lake.main_hr_people");
    assertThat(look.tables().get(0).config().catalog()).isPresent();
    assertThat(server.count(CatalogAction.GET_TABLE)).isEqualTo(6);

    server.takeRequests();
    assertThat(names(discovery.look())).hasSize(6);
    assertThat(server.takeRequests())
        .as("a look at known tables lists only")
        .hasSize(4)
        .allMatch(request -> request.action() == CatalogAction.LIST_TABLES);
  }

  @Test
  void listsIncludeAndExcludeNamesInTheCatalog() throws Exception {
    table("main.sales.orders");
    table("main.sales.orders_staging");
    table("main.sales.lines");
    table("main.hr.people");

    Look look =
        discovery(
                "discovery.include.list",
                "main\\.sales\\..*",
                "discovery.exclude.list",
                ".*_staging")
            .look();

    assertThat(names(look)).containsExactly("main_sales_lines", "main_sales_orders");
    assertThat(look.found().excluded()).isEqualTo(2);
    assertThat(server.count(CatalogAction.GET_TABLE)).as("excluded ones cost nothing").isEqualTo(2);
  }

  @Test
  void keysComeFromConstraintsThenFromRulesThenFromTheConnector() throws Exception {
    table("main.sales.composite").primaryKey("id", "no");
    table("main.sales.overridden").primaryKey("id", "no");
    table("main.sales.rule");
    table("main.sales.connectors");
    server
        .tables()
        .createExternal(
            "main.sales.mapped",
            TestTable.at(dir.resolve("mapped"))
                .schema("number long, name string")
                .columnMapping("name")
                .changeDataFeed()
                .create())
        .primaryKey("number");

    Look look =
        discovery(
                "discovery.keys",
                "main.sales.(rule|composite):name",
                "tables.main_sales_overridden.key",
                "name,id")
            .look();

    assertThat(look.skipped()).isEmpty();
    assertThat(look.tables())
        .extracting(
            it ->
                it.table().path()
                    + " "
                    + it.config().key()
                    + " "
                    + it.table().key().map(key -> key.origin()).orElse(null))
        .containsExactly(
            "main.sales.composite [id, no] " + KeyOrigin.PRIMARY_KEY,
            "main.sales.connectors [id] null",
            "main.sales.mapped [number] " + KeyOrigin.PRIMARY_KEY,
            "main.sales.overridden [name, id] " + KeyOrigin.PRIMARY_KEY,
            "main.sales.rule [name] " + KeyOrigin.RULE);
  }

  @Test
  void aTableWithoutAnyKeyStartsOnceItsConstraintIsSeen() throws Exception {
    CatalogTable orders = table("main.sales.orders");
    options.put("discovery.keys", "none:id");
    Discovery discovery = discovery("key", "");

    assertThat(reason(discovery.look(), "main.sales.orders"))
        .contains(
            "has no key", "gives no PRIMARY KEY", "'discovery.keys' matches main.sales.orders");
    server.takeRequests();
    orders.primaryKey("id");
    int looks = 0;
    while (names(discovery.look()).isEmpty()) {
      looks++;
    }
    assertThat(looks).isLessThan(17);
    assertThat(server.count(CatalogAction.GET_TABLE)).isEqualTo(1);
  }

  @Test
  void viewsStreamingTablesAndOtherFormatsAreReportedButNoTrouble() throws Exception {
    table("main.sales.orders");
    TestTable any = onDisk("any");
    for (CatalogTable.Type type :
        List.of(CatalogTable.Type.VIEW, CatalogTable.Type.STREAMING_TABLE)) {
      server
          .tables()
          .create(
              UUID.randomUUID(),
              "main.sales." + type.name().toLowerCase(Locale.ROOT),
              type,
              "file://" + any.directory(),
              new ObjectMapper().readTree("{\"fields\":[]}"),
              Map.of());
    }
    table("main.sales.csv").format("CSV");

    Look look = discovery().look();

    assertThat(names(look)).containsExactly("main_sales_orders");
    assertThat(look.skipped().values())
        .extracting(Look.Skipped::kind)
        .containsOnly(Look.Kind.FORMAT);
    assertThat(reason(look, "main.sales.csv")).contains("CSV", "not Delta");
    assertThat(reason(look, "main.sales.view")).contains("VIEW");
    assertThat(reason(look, "main.sales.streaming_table")).contains("STREAMING_TABLE");
  }

  @Test
  void aTableThatIsDroppedAndCreatedAgainKeepsItsPlace() throws Exception {
    table("main.sales.orders").primaryKey("id", "no");
    Discovery discovery = discovery();
    List<Candidate> before = discovery.look().tables();
    server.tables().drop("main.sales.orders");
    server.tables().createExternal("main.sales.orders", onDisk("again"));

    assertThat(discovery.look().tables()).as("its task reports it").isEqualTo(before);
  }

  @Test
  void aRenamedTableIsGoneAndAnotherOneIsNew() throws Exception {
    table("main.sales.orders");
    table("main.sales.lines");
    Discovery discovery = discovery();
    discovery.look();
    server.tables().rename("main.sales.orders", "main.sales.purchases");

    assertThat(names(discovery.look()))
        .containsExactly("main_sales_lines", "main_sales_orders", "main_sales_purchases");
    assertThat(names(discovery.look())).containsExactly("main_sales_lines", "main_sales_purchases");

    // Listed under its old name, it continues from its offset.
    assertThat(
            names(
                discovery(
                        "tables",
                        "main_sales_orders",
                        "tables.main_sales_orders.path",
                        "uc://main.sales.purchases")
                    .look()))
        .containsExactly("main_sales_lines");
  }

  @Test
  void tablesThatAreListedByNameOrByPathAreNotDiscovered() throws Exception {
    table("main.sales.orders");
    table("main.sales.by_name");
    table("main.sales.by_path");

    Look look =
        discovery(
                "tables",
                "mine,other",
                "tables.mine.path",
                "uc://Main.sales.by_name",
                "tables.other.path",
                dir.resolve("main.sales.by_path").toString())
            .look();

    assertThat(names(look)).containsExactly("main_sales_orders");
    assertThat(look.skipped()).isEmpty();
  }

  @Test
  void namesThatBecomeTheSameAreRefused() throws Exception {
    table("main.sales.orders_x");
    server.tables().createExternal("main.sales.orders-x", onDisk("second"));
    server.tables().createExternal("main.sales.orders$x", onDisk("third"));

    Look look = discovery().look();

    assertThat(names(look)).containsExactly("main_sales_orders-x");
    assertThat(look.skipped()).containsOnlyKeys("main.sales.orders_x", "main.sales.orders$x");
    assertThat(reason(look, "main.sales.orders_x")).contains("that of main.sales.orders$x");
  }
}
