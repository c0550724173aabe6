package io.deltacdf.connect.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the tables in schemas of a catalog when it denies or fails something. */
@Timeout(120)
class UnityDiscoveryFaultsTest extends OnCatalog {
  @Test
  void tablesThatCannotBeReadAreSkippedAndTheOthersAreFound() throws Exception {
    table("main.sales.good");
    table("main.sales.denied").deny(CatalogTable.Denial.SELECT);
    table("main.sales.browsed").deny(CatalogTable.Denial.ALL_BUT_BROWSE);
    table("main.sales.failing");
    server.faults().on(CatalogAction.GET_TABLE).table("main.sales.failing").status(500);
    TestTable broken = onDisk("broken");
    Files.writeString(
        broken.directory().resolve("_delta_log/00000000000000000000.json"), "{\"metaData\":");
    server.tables().createExternal("main.sales.broken", broken);
    Discovery discovery = discovery();

    Look look = discovery.look();

    assertThat(names(look)).containsExactly("main_sales_good");
    assertThat(look.skipped())
        .containsOnlyKeys(
            "main.sales.denied", "main.sales.browsed", "main.sales.failing", "main.sales.broken");
    assertThat(reason(look, "main.sales.denied"))
        .contains("[ACCESS_DENIED]", "USE CATALOG, USE SCHEMA and SELECT", "looked at again");
    assertThat(reason(look, "main.sales.browsed")).contains("[ACCESS_DENIED]", "Grant SELECT");
    assertThat(reason(look, "main.sales.failing")).contains("[STORAGE]", "reading the constraints");
    assertThat(look.skipped().values()).allMatch(Look.Skipped::isTrouble);

    server.faults().clear();
    server.tables().get("main.sales.denied").deny(CatalogTable.Denial.NONE);
    server.tables().get("main.sales.browsed").deny(CatalogTable.Denial.NONE);
    assertThat(names(discovery.look()))
        .containsExactlyInAnyOrder(
            "main_sales_good", "main_sales_denied", "main_sales_browsed", "main_sales_failing");
  }

  /** It would get the key of a rule or of the connector. */
  @Test
  void aTableWhoseConstraintsCannotBeReadIsNotAcceptedEvenIfItWasPublished() throws Exception {
    table("main.sales.orders").primaryKey("id", "no");
    stored.put("main_sales_orders", Optional.empty());
    server.faults().on(CatalogAction.GET_TABLE).times(1).status(500);
    Discovery discovery = discovery();

    assertThat(names(discovery.look())).isEmpty();
    assertThat(discovery.look().tables().get(0).config().key()).containsExactly("id", "no");
  }

  @Test
  void aSchemaThatIsRefusedIsReportedAndItsTablesStay() throws Exception {
    table("main.sales.orders");
    table("main.hr.people");
    Discovery discovery = discovery();
    assertThat(names(discovery.look())).containsExactly("main_hr_people", "main_sales_orders");
    server.faults().on(CatalogAction.LIST_TABLES).table("main.hr").status(403);
    table("main.sales.lines");

    for (int i = 0; i < 12; i++) {
      Look look = discovery.look();
      assertThat(names(look))
          .containsExactly("main_hr_people", "main_sales_orders", "main_sales_lines");
      assertThat(look.skipped()).containsOnlyKeys("main.hr");
      assertThat(reason(look, "main.hr"))
          .contains(
              "[ACCESS_DENIED] Schema main.hr",
              "USE CATALOG on main, USE SCHEMA on main.hr",
              "SELECT",
              "BROWSE",
              "remove it from discovery.unity.schemas");
      assertThat(look.skipped().get("main.hr").isCertain()).isFalse();
    }
  }

  @Test
  void aSchemaThatIsGoneIsReportedAsAFactAndItsTablesStay() throws Exception {
    table("main.sales.orders");
    table("main.hr.people");
    Discovery discovery = discovery();
    discovery.look();
    server.tables().dropSchema("main.hr");

    for (int i = 0; i < 3; i++) {
      Look look = discovery.look();
      assertThat(names(look)).containsExactly("main_hr_people", "main_sales_orders");
      assertThat(reason(look, "main.hr"))
          .contains("[NOT_A_TABLE] Schema main.hr", "no schema with this name");
      assertThat(look.skipped().get("main.hr").isCertain()).isTrue();
    }
  }

  /** The tables of the pages that were read are not enough to say that others are gone. */
  @Test
  void aPageThatFailsInTheMiddleFailsTheLookAtItsSchemaOnly() throws Exception {
    server.settings().pageSize(2);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      table("main.sales." + name);
    }
    table("main.hr.people");
    Discovery discovery = discovery();
    assertThat(names(discovery.look())).hasSize(6);
    table("main.hr.teams");

    for (int status : new int[] {500, 400, 503}) {
      server.faults().clear();
      server.faults().on(CatalogAction.LIST_TABLES).table("main.sales").after(1).status(status);
      for (int i = 0; i < 3; i++) {
        Look look = discovery.look();
        assertThat(names(look)).hasSize(7).contains("main_sales_e", "main_hr_teams");
        assertThat(look.skipped()).containsOnlyKeys("main.sales");
      }
    }
    server.faults().clear();
    server.faults().on(CatalogAction.LIST_TABLES).table("main.sales").after(1).cutAnswer();
    assertThat(names(discovery.look())).hasSize(7);
    server.faults().clear();
    assertThat(discovery.look().skipped()).isEmpty();
  }

  @Test
  void ifNoSchemaCanBeListedTheLookFailsAndChangesNothing() throws Exception {
    table("main.sales.orders");
    table("main.hr.people");
    Discovery discovery = discovery();
    discovery.look();

    server.pause();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(discovery::look)
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
          .hasMessageContaining("Schema main.sales");
    }
    server.resume();
    assertThat(names(discovery.look())).containsExactly("main_hr_people", "main_sales_orders");
  }

  @Test
  void aCatalogThatLimitsTheRequestsIsWaitedFor() throws Exception {
    table("main.sales.orders").primaryKey("id", "no");
    table("main.hr.people");
    server.faults().on(CatalogAction.LIST_TABLES).times(1).retryAfter(1).status(429);
    server.faults().on(CatalogAction.GET_TABLE).times(1).retryAfter(1).status(429);

    Look look = discovery().look();

    assertThat(names(look)).containsExactly("main_hr_people", "main_sales_orders");
    assertThat(look.skipped()).isEmpty();
  }

  @Test
  void aCatalogThatLimitsTheRequestsForLongFailsTheLook() {
    table("main.sales.orders");
    server.faults().on(CatalogAction.LIST_TABLES).retryAfter(300).status(429);

    assertThatThrownBy(discovery()::look)
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("[STORAGE]", "429", "300 s", "increase discovery.interval.ms");
  }

  /** Such as a principal that has lost a grant, whom some catalogs show an empty schema. */
  @Test
  void tablesOfASchemaThatAreAllMissingAreKeptForAWhile() throws Exception {
    table("main.sales.orders");
    table("main.hr.people");
    Discovery discovery = discovery();
    discovery.look();
    server.tables().drop("main.hr.people");

    for (int i = 0; i < 9; i++) {
      assertThat(names(discovery.look())).contains("main_hr_people");
    }
    assertThat(names(discovery.look())).containsExactly("main_sales_orders");
  }

  /** One may not be read, one is no Delta table, and one has no readable log. */
  @Test
  void fiftyTablesOfWhichThreeCannotBeReadAreFound() throws Exception {
    server.settings().pageSize(20);
    for (int i = 0; i < 50; i++) {
      table("main.sales.t" + i).primaryKey("id", "no");
    }
    server.tables().get("main.sales.t10").deny(CatalogTable.Denial.SELECT);
    server.tables().get("main.sales.t20").format("PARQUET");
    Files.delete(dir.resolve("main.sales.t30/_delta_log/00000000000000000000.json"));

    Look look = discovery("discovery.unity.schemas", "main.sales").look();

    assertThat(look.tables()).hasSize(47).allMatch(it -> it.config().key().size() == 2);
    assertThat(look.skipped())
        .containsOnlyKeys("main.sales.t10", "main.sales.t20", "main.sales.t30");
    assertThat(reason(look, "main.sales.t30")).contains("[NOT_A_TABLE]");
  }

  @Test
  void noMessageHasTheToken() throws Exception {
    table("main.sales.orders").deny(CatalogTable.Denial.SELECT);
    server.faults().on(CatalogAction.LIST_TABLES).table("main.hr").status(401);

    Look look = discovery().look();

    assertThat(look.skipped()).hasSize(2);
    assertThat(look.toString()).doesNotContain(CatalogTokens.TOKEN);
    assertThat(reason(look, "main.hr"))
        .contains("does not accept the token", "listed again at the next look");
  }
}
