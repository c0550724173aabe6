package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscoverCommandTest {
  @TempDir private Path directory;
  private final CliTerminal cli = new CliTerminal();

  private void table(String path, String schema) {
    TestTable.at(directory.resolve("lake").resolve(path)).schema(schema).changeDataFeed().create();
  }

  private int discover(String config, String... arguments) throws IOException {
    Path file = Files.writeString(directory.resolve("connector.json"), config);
    String[] all = new String[arguments.length + 2];
    all[0] = "discover";
    all[1] = file.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return cli.run(all);
  }

  private String config() {
    return "{\"name\": \"lake\", \"config\": {\"topic.prefix\": \"lake\", \"discovery.root\": \""
        + directory.resolve("lake")
        + "\", \"discovery.keys\": \"lines:order,no;.*:id\"}}";
  }

  @Test
  void showsTablesWithKeysAndTopicsAndWhatIsSkipped() throws IOException {
    table("orders", "id long");
    table("lines", "order long, no int");
    table("other", "number long");

    assertThat(discover(config())).as(cli.err()).isEqualTo(1);

    assertThat(cli.lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("TABLE +KEY +KEY FROM +TOPIC +PATH"),
            line ->
                assertThat(line)
                    .matches("lines +order,no +discovery.keys +lake.lines +/.*/lake/lines"),
            line ->
                assertThat(line)
                    .matches("orders +id +discovery.keys +lake.orders +/.*/lake/orders"),
            line -> assertThat(line).startsWith("skipped other: [KEY_INVALID]"),
            line -> assertThat(line).isEqualTo("2 tables, 1 skipped"));
  }

  @Test
  void printsJson() throws IOException {
    table("lines", "order long, no int");

    assertThat(discover(config(), "--json", "--set", "topic.prefix=shop")).isZero();

    JsonNode json = new ObjectMapper().readTree(cli.out());
    assertThat(json.at("/tables/0/table").asText()).isEqualTo("lines");
    assertThat(json.at("/tables/0/topic").asText()).isEqualTo("shop.lines");
    assertThat(json.at("/tables/0/key").toString()).isEqualTo("[\"order\",\"no\"]");
    assertThat(json.at("/tables/0/keyFrom").asText()).isEqualTo("discovery.keys");
    assertThat(json.get("root").asText()).isEqualTo(directory.resolve("lake").toString());
    assertThat(json.get("skipped")).isEmpty();
  }

  @Test
  void aConfigurationWithoutARootIsRefused() throws IOException {
    assertThat(
            discover(
                "{\"topic.prefix\": \"p\", \"tables\": \"a\", \"tables.a.path\": \"/a\","
                    + " \"key\": \"id\"}"))
        .isEqualTo(1);
    assertThat(cli.err()).contains("does not set discovery.root or discovery.unity.schemas");
  }

  @Test
  void showsTheTablesOfSchemasAndWhereTheirKeysComeFrom() throws IOException {
    try (CatalogServer server = CatalogServer.start()) {
      for (String name : List.of("lines", "orders", "own", "rest", "view", "denied")) {
        TestTable table =
            TestTable.at(directory.resolve(name))
                .schema("id long, no int")
                .changeDataFeed()
                .create();
        server.tables().createExternal("main.sales." + name, table);
      }
      server.tables().get("main.sales.lines").primaryKey("id", "no");
      server.tables().get("main.sales.view").format("CSV");
      server.tables().get("main.sales.denied").deny(CatalogTable.Denial.SELECT);
      Map<String, String> options = new LinkedHashMap<>(server.options());
      options.put("unity.catalog.token", "${env:TOKEN}");
      options.put("topic.prefix", "lake");
      options.put("discovery.unity.schemas", "main.sales");
      options.put("discovery.keys", "main.sales.orders:id");
      options.put("key", "no");
      options.put("tables.main_sales_own.key", "id");
      String config = new ObjectMapper().writeValueAsString(options);
      String token = "unity.catalog.token=" + CatalogTokens.TOKEN;

      assertThat(discover(config, "--set", token)).as(cli.err()).isEqualTo(1);
      assertThat(cli.lines())
          .satisfiesExactly(
              line -> assertThat(line).matches("TABLE +KEY +KEY FROM +TOPIC +PATH"),
              line ->
                  assertThat(line)
                      .matches(
                          "main_sales_lines +id,no +PRIMARY KEY +lake.main_sales_lines"
                              + " +uc://main.sales.lines"),
              line -> assertThat(line).matches("main_sales_orders +id +discovery.keys +.*"),
              line -> assertThat(line).matches("main_sales_own +id +tables.main_sales_own.key .*"),
              line -> assertThat(line).matches("main_sales_rest +no +key +.*"),
              line ->
                  assertThat(line)
                      .startsWith("skipped main.sales.denied: [ACCESS_DENIED]")
                      .contains("SELECT"),
              line -> assertThat(line).startsWith("skipped main.sales.view: Its format is CSV"),
              line -> assertThat(line).isEqualTo("4 tables, 2 skipped"));

      server.tables().drop("main.sales.denied");
      String[] arguments = {"--json", "--set", token};
      assertThat(discover(config, arguments)).as("a view is no trouble").isZero();
      JsonNode json = new ObjectMapper().readTree(cli.lines().get(cli.lines().size() - 1));
      assertThat(json.at("/schemas/0").asText()).isEqualTo("main.sales");
      assertThat(json.at("/tables/0/keyFrom").asText()).isEqualTo("PRIMARY KEY");
      assertThat(cli.out() + cli.err()).doesNotContain(CatalogTokens.TOKEN);
    }
  }

  @Test
  void nothingIsFound() throws IOException {
    Files.createDirectories(directory.resolve("lake/sales"));

    assertThat(discover(config())).isEqualTo(1);
    assertThat(cli.out()).contains("There is no table to discover", "sales", "discovery.depth");
  }
}
