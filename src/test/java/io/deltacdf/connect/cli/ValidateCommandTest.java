package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateCommandTest {
  @TempDir private Path directory;
  private final CliTerminal cli = new CliTerminal();
  private TestTable table;

  @BeforeEach
  void table() {
    table = TestTable.at(directory.resolve("t")).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1L));
  }

  @Test
  void aValidRequestHasNoErrors() throws IOException {
    String config = config("\"key\": \"id\", \"tasks.max\": 1");
    assertThat(validate("{\"name\": \"orders\", \"config\": " + config + "}"))
        .as(cli.out())
        .isZero();
    assertThat(cli.out()).isEqualTo("No errors.\n");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void aConfigurationWithoutRequestIsValid() throws IOException {
    assertThat(validate(config("\"key\": \"id\""))).as(cli.out()).isZero();
  }

  @Test
  void eachErrorNamesItsOption() throws IOException {
    assertThat(
            validate(
                config(
                    "\"key\": \"nosuch\", \"decimal.handling.mode\": \"text\","
                        + " \"tables.u.path\": \"/x\"")))
        .isEqualTo(1);
    assertThat(cli.lines())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).startsWith("decimal.handling.mode: "))
        .anySatisfy(line -> assertThat(line).startsWith("tables.u.path: "))
        .anySatisfy(line -> assertThat(line).contains("key: ").contains("'nosuch'"))
        .last()
        .isEqualTo("3 errors.");
  }

  @Test
  void aTableThatTheCatalogDoesNotHaveIsAnError() throws IOException {
    try (CatalogServer catalog = CatalogServer.start()) {
      String config =
          config(
                  "\"key\": \"id\", \"unity.catalog.uri\": \"%s\", \"unity.catalog.token\": \"%s\""
                      .formatted(catalog.uri(), CatalogTokens.TOKEN))
              .replace(table.path(), "uc://main.sales.nosuch");

      assertThat(validate(config)).isEqualTo(1);
      assertThat(cli.out())
          .contains(".path: [NOT_A_TABLE]", catalog.uri(), "has no table main.sales.nosuch")
          .contains("SELECT", "UNDROP TABLE");
    }
  }

  @Test
  void unknownOptionsAreWarnings() throws IOException {
    assertThat(validate(config("\"key\": \"id\", \"pol.interval.ms\": 5"))).isZero();
    assertThat(cli.err()).contains("warning: ", "pol.interval.ms");
  }

  @Test
  void theClassOfAnotherConnectorIsAnError() throws IOException {
    assertThat(validate(config("\"key\": \"id\"").replace("DeltaSource\"", "Other\"")))
        .isEqualTo(1);
    assertThat(cli.lines().get(0)).startsWith("connector.class: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"tables\": \"t\"|is not JSON",
        "[1]|does not contain a JSON object",
        "{\"config\": {\"tables\": [\"t\"]}}|sets 'tables' to an object or array"
      })
  void filesWithoutAConfigurationAreRejected(String text, String message) throws IOException {
    assertThat(validate(text)).isEqualTo(1);
    assertThat(cli.err()).contains("connector.json", message);
  }

  private String config(String more) {
    return "{\"connector.class\": \"DeltaSource\", \"topic.prefix\": \"shop\", \"tables\": \"t\","
        + " \"tables.t.path\": \""
        + table.path()
        + "\", "
        + more
        + "}";
  }

  private int validate(String json) throws IOException {
    Path file = Files.writeString(directory.resolve("connector.json"), json);
    return cli.run("validate", file.toString());
  }
}
