package io.deltacdf.connect.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.DeltaSourceConnector;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.FaultyFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the validation of a configuration says of its discovery. */
class DiscoveryChecksTest {
  @TempDir private Path root;

  @AfterEach
  void repair() {
    FaultyFileSystem.restart(call -> false);
  }

  private void table(String path, String schema) {
    TestTable.at(root.resolve(path)).schema(schema).changeDataFeed().create();
  }

  private List<String> errors(String... more) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "lake");
    options.put("discovery.root", root.toString());
    options.put("discovery.keys", ".*:id");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    List<String> errors = new ArrayList<>();
    new DeltaSourceConnector()
        .validate(options)
        .configValues()
        .forEach(value -> value.errorMessages().forEach(e -> errors.add(value.name() + ": " + e)));
    return errors;
  }

  @Test
  void aSkippedTableIsAWarning() {
    table("orders", "id long");
    table("no_key", "number long");

    try (CapturedLog log = new CapturedLog(DiscoveryChecks.class)) {
      assertThat(errors()).isEmpty();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("no_key below ", "would be skipped", "[KEY_INVALID]");
    }
  }

  @Test
  void nothingToPublishIsAnErrorThatSaysWhatToChange() {
    table("sales/orders", "id long");
    table("left", "id long");

    assertThat(errors("discovery.exclude.list", "left"))
        .singleElement()
        .asString()
        .startsWith("discovery.root: There is no table to discover below ")
        .contains(
            "1 tables or directories are left out",
            "no tables and are not searched: sales",
            "increase discovery.depth",
            "table.missing=wait");
    assertThat(errors("discovery.exclude.list", "left", "table.missing", "wait")).isEmpty();
  }

  @Test
  void ifAllTablesAreSkippedTheReasonsAreAnError() {
    table("orders", "number long");

    assertThat(errors())
        .singleElement()
        .asString()
        .contains("No table below ", "orders: [KEY_INVALID]", "number");
  }

  @Test
  void aRootThatDoesNotExistIsAnErrorUnlessItIsAwaited() {
    String nowhere = root.resolve("nowhere").toString();

    assertThat(errors("discovery.root", nowhere))
        .singleElement()
        .asString()
        .startsWith("discovery.root: [NOT_A_TABLE]")
        .contains("does not exist");
    assertThat(errors("discovery.root", nowhere, "table.missing", "wait")).isEmpty();
  }

  @Test
  void aStoreThatFailsIsAWarning() {
    table("orders", "id long");
    FaultyFileSystem.restart(call -> true);

    try (CapturedLog log = new CapturedLog(DiscoveryChecks.class)) {
      assertThat(errors("hadoop.fs.file.impl", FaultyFileSystem.class.getName())).isEmpty();
      assertThat(log.warnings()).singleElement().asString().contains("could not be checked");
    }
  }

  @Test
  void optionsOfATableThatIsNotFoundAreErrors() {
    table("orders", "id long");

    assertThat(errors("tables.ordres.topic", "x", "tables.orders.topic", "y"))
        .singleElement()
        .asString()
        .startsWith("tables.ordres.topic: There is no table 'ordres'")
        .contains("Did you mean 'orders'?");
  }
}
