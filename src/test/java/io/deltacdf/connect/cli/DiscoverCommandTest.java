package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            line -> assertThat(line).matches("TABLE +KEY +TOPIC +PATH"),
            line -> assertThat(line).matches("lines +order,no +lake.lines +/.*/lake/lines"),
            line -> assertThat(line).matches("orders +id +lake.orders +/.*/lake/orders"),
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
    assertThat(json.get("skipped")).isEmpty();
  }

  @Test
  void aConfigurationWithoutARootIsRefused() throws IOException {
    assertThat(
            discover(
                "{\"topic.prefix\": \"p\", \"tables\": \"a\", \"tables.a.path\": \"/a\","
                    + " \"key\": \"id\"}"))
        .isEqualTo(1);
    assertThat(cli.err()).contains("does not set discovery.root");
  }

  @Test
  void nothingIsFound() throws IOException {
    Files.createDirectories(directory.resolve("lake/sales"));

    assertThat(discover(config())).isEqualTo(1);
    assertThat(cli.out()).contains("There is no table to discover", "sales", "discovery.depth");
  }
}
