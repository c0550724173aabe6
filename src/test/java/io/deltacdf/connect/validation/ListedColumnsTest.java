package io.deltacdf.connect.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListedColumnsTest {
  @TempDir private Path directory;

  @Test
  void aColumnThatNoVersionHasIsAnErrorOnItsList() {
    create("customers", "country string, number int");
    create("orders", "id long, old string, name string").dropColumn("old");

    assertThat(
            errors(
                "tables.orders.column.exclude.list", "OLD, nam, nothing.*",
                "tables.customers.column.include.list", "country,numbr"))
        .containsExactly(
            "tables.customers.column.include.list: Table 'customers' has no column 'numbr' in any"
                + " version that can be read. Did you mean 'number'?",
            "tables.orders.column.exclude.list: Table 'orders' has no column 'nam' in any version"
                + " that can be read. Did you mean 'name'?");
  }

  @Test
  void aColumnInAListOfTheConnectorMustBeInOneOfTheTables() {
    create("orders", "id long, name string");
    create("customers", "country string, number int");

    assertThat(errors("column.exclude.list", "name,NUMBER,secret"))
        .containsExactly(
            "column.exclude.list: No table has a column 'secret' in any version that can be read.");
    assertThat(
            errors(
                "column.exclude.list",
                "secret",
                "tables.orders.path",
                directory.resolve("nothing").toString()))
        .as("the table that could not be checked may have it")
        .singleElement()
        .asString()
        .startsWith("tables.orders.path: ");
  }

  /** The task only notices renames that happen while it runs. */
  @Test
  void aListedColumnThatHasBeenRenamedIsAnError() {
    TestTable orders = create("orders", "id long, ssn string");
    orders.renameColumn("ssn", "tax_id");
    create("customers", "country string, number int");

    assertThat(errors("column.exclude.list", "SSN"))
        .containsExactly(
            "column.exclude.list: Column 'ssn' of table 'orders' has been renamed to 'tax_id', and"
                + " would be published under this name. List both names");
    assertThat(errors("column.exclude.list", "ssn,tax_id")).isEmpty();
  }

  @Test
  void unreadableOlderVersionsAreAWarning() {
    FakeTable table = TableChecksTest.fake("orders", "id long");
    table.commit(
        0, FakeStates.state("id", true, "id long"), FakeStates.state("id", true, "id long"));
    table.hook(
        access -> {
          if (access.startsWith("next")) {
            throw DeltaCdfException.retriable(ErrorCode.STORAGE, "slow down", null);
          }
        });

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      assertThat(
              TableChecksTest.errors(
                  (config, storage) ->
                      config.name().equals("orders")
                          ? table
                          : TableChecksTest.fake(config.name(), "country string, number integer"),
                  TableChecksTest.LIMIT,
                  "tables.orders.column.include.list",
                  "gone"))
          .isEmpty();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "[gone]", "tables.orders.column.include.list", "slow down");
    }
  }

  private TestTable create(String name, String schema) {
    return TestTable.at(directory.resolve(name))
        .schema(schema)
        .columnMapping("name")
        .changeDataFeed()
        .create();
  }

  private List<String> errors(String... options) {
    Stream<String> paths =
        Stream.of(
            "tables.orders.path", directory.resolve("orders").toString(),
            "tables.customers.path", directory.resolve("customers").toString());
    return TableChecksTest.errors(
        DeltaTables::open,
        TableChecksTest.LIMIT,
        Stream.concat(paths, Stream.of(options)).toArray(String[]::new));
  }
}
