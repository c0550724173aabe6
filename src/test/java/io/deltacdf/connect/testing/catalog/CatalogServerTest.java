package io.deltacdf.connect.testing.catalog;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogServerTest {
  private static final String DELTA = "/delta/v1/catalogs/main/schemas/sales/tables/orders";

  @TempDir Path dir;
  private final HttpClient client = HttpClient.newHttpClient();
  private CatalogServer server;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void namesTheUnpublishedCommitsOfACatalogManagedTable() throws Exception {
    ManagedTable orders = managed("main.sales.orders");
    orders.table().insert(row("id", 1L, "name", "a"));
    orders.table().insert(row("id", 2L, "name", "b"));
    orders.commit();

    JsonNode loaded = ok("GET", DELTA, "");
    assertThat(loaded.path("latest-table-version").longValue()).isEqualTo(2);
    assertThat(loaded.path("commits").findValuesAsText("version")).containsExactly("2", "1");
    String body =
        "{\"table_id\":\"%s\",\"table_uri\":\"%s\",\"start_version\":2}"
            .formatted(orders.entry().id(), orders.entry().location());
    JsonNode older = ok("GET", "/delta/preview/commits", body);
    assertThat(older.path("commits").findValuesAsText("version")).containsExactly("2");

    orders.publish();
    assertThat(ok("GET", DELTA, "").path("commits")).isEmpty();
    assertThat(ok("GET", DELTA, "").path("latest-table-version").longValue()).isEqualTo(2);
    assertThat(server.count(CatalogAction.LOAD_TABLE)).isEqualTo(3);
  }

  /** {@link CatalogServer#close} fails if one of the answers does not match its schema. */
  @Test
  void answersAtEveryEndpoint() throws Exception {
    TestTable table =
        TestTable.at(dir.resolve("nested"))
            .schema("id long not null, a array<struct<x: int>>, m map<string, decimal(5, 2)>")
            .create();
    CatalogTable orders = server.tables().createExternal("main.sales.orders", "s3://lake/o", table);
    orders.primaryKey("id").comment("Orders.");
    ok("GET", "/delta/v1/config?catalog=main&protocol-versions=1.0", "");
    JsonNode loaded = ok("GET", DELTA, "");
    assertThat(loaded.has("latest-table-version")).isFalse();
    assertThat(loaded.at("/metadata/columns/fields/1/type/element-type/type").textValue())
        .isEqualTo("struct");
    assertThat(send("HEAD", DELTA, "", CatalogTokens.TOKEN).statusCode()).isEqualTo(204);
    JsonNode vended =
        ok("GET", DELTA + "/credentials?operation=READ", "").at("/storage-credentials/0");
    assertThat(vended.path("prefix").textValue()).isEqualTo("s3://lake/o");
    JsonNode info = ok("GET", "/tables/main.sales.orders", "");
    assertThat(info.at("/table_constraints/0/primary_key_constraint/child_columns/0").textValue())
        .isEqualTo("id");
    JsonNode older =
        ok(
            "POST",
            "/temporary-table-credentials",
            "{\"table_id\":\"%s\",\"operation\":\"READ\"}".formatted(orders.id()));
    String key = older.at("/aws_temp_credentials/access_key_id").textValue();
    assertThat(server.credentials().find(key)).isPresent();

    orders.deny(CatalogTable.Denial.EXTERNAL_USE_SCHEMA);
    assertThat(status("GET", DELTA)).isEqualTo(200);
    assertThat(status("GET", DELTA + "/credentials?operation=READ")).isEqualTo(403);
    orders.deny(CatalogTable.Denial.SELECT);
    assertThat(status("GET", DELTA)).isEqualTo(403);
    server.tables().drop("main.sales.orders");
    assertThat(status("GET", DELTA)).isEqualTo(404);
    assertThat(status("GET", "/tables/main.sales.orders")).isEqualTo(404);
    server.settings().withoutDeltaApi();
    assertThat(status("GET", DELTA)).isEqualTo(404);
  }

  @Test
  void issuesTokensThatExpire() throws Exception {
    managed("main.sales.orders");
    server.tokens().lifetime(Duration.ofMillis(300));
    String client = CatalogTokens.CLIENT_ID + ":" + CatalogTokens.CLIENT_SECRET;
    HttpResponse<String> issued =
        client(
            "Basic " + Base64.getEncoder().encodeToString(client.getBytes(UTF_8)),
            "POST",
            server.tokenUri(),
            "grant_type=client_credentials&scope=all-apis");
    String token = Json.MAPPER.readTree(issued.body()).path("access_token").textValue();
    assertThat(send("GET", DELTA, "", token).statusCode()).isEqualTo(200);
    await().until(() -> send("GET", DELTA, "", token).statusCode() == 401);
    assertThat(client("Basic eDp5", "POST", server.tokenUri(), "").statusCode()).isEqualTo(401);
  }

  @Test
  void staysAtItsAddressAfterAPause() throws Exception {
    managed("main.sales.orders");
    server.pause();
    assertThatThrownBy(() -> ok("GET", DELTA, "")).isInstanceOf(IOException.class);
    server.resume();
    assertThat(status("GET", DELTA)).isEqualTo(200);
  }

  @Test
  void refusesMoreThanTenUnpublishedCommits() {
    ManagedTable orders = managed("main.sales.orders");
    for (long id = 0; id < 11; id++) {
      orders.table().insert(row("id", id, "name", "a"));
    }
    assertThatThrownBy(orders::commit).hasMessageContaining("too many unpublished commits");
  }

  @Test
  void listsTablesInPages() throws Exception {
    server.settings().pageSize(2);
    TestTable table = table("external").create();
    for (String name : new String[] {"a", "b", "c"}) {
      server.tables().createExternal("main.sales." + name, table);
    }
    String list = "/tables?catalog_name=main&schema_name=sales";
    JsonNode first = ok("GET", list, "");
    assertThat(first.path("tables").findValuesAsText("storage_location")).hasSize(2);
    JsonNode second =
        ok("GET", list + "&page_token=" + first.path("next_page_token").textValue(), "");
    assertThat(second.path("tables").get(0).path("name").textValue()).isEqualTo("c");
    assertThat(second.path("next_page_token").isNull()).isTrue();
  }

  @Test
  void injectsFaults() throws Exception {
    managed("main.sales.orders");
    server.faults().on(CatalogAction.LOAD_TABLE).times(1).retryAfter(1).status(429);
    HttpResponse<String> refused = send("GET", DELTA, "", CatalogTokens.TOKEN);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    server.faults().on(CatalogAction.LOAD_TABLE).times(1).cutAnswer();
    assertThatThrownBy(() -> ok("GET", DELTA, "")).isInstanceOf(IOException.class);
    assertThat(ok("GET", DELTA, "").has("metadata")).isTrue();
    assertThat(send("GET", DELTA, "", "other").statusCode()).isEqualTo(401);
    server.tables().get("main.sales.orders").onlyOfOlderApi();
    assertThat(send("GET", DELTA, "", CatalogTokens.TOKEN).body())
        .contains("UnsupportedTableFormatException");
  }

  private ManagedTable managed(String name) {
    return ManagedTable.create(
        server, name, TableStore.local(dir.resolve("lake")), table("workshop"));
  }

  private TableBuilder table(String name) {
    return TestTable.at(dir.resolve(name)).schema("id long, name string");
  }

  private JsonNode ok(String method, String path, String body) throws Exception {
    HttpResponse<String> response = send(method, path, body, CatalogTokens.TOKEN);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return Json.MAPPER.readTree(response.body());
  }

  private HttpResponse<String> send(String method, String path, String body, String token)
      throws Exception {
    return client("Bearer " + token, method, server.uri() + "/api/2.1/unity-catalog" + path, body);
  }

  private int status(String method, String path) throws Exception {
    return send(method, path, "", CatalogTokens.TOKEN).statusCode();
  }

  private HttpResponse<String> client(String authorization, String method, String uri, String body)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(uri))
            .header("Authorization", authorization)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
