package io.deltacdf.connect.config.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryOptionsTest {
  private static Map<String, String> options(String... more) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "lake");
    options.put("discovery.root", "/lake");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    return options;
  }

  private static List<String> errors(Map<String, String> options) {
    return DeltaSourceConfig.validate(options).errors();
  }

  @Test
  void aRootWithoutListedTablesIsAConfiguration() {
    assertThat(errors(options())).isEmpty();
    assertThat(new DeltaSourceConfig(options()).tables()).isEmpty();
    assertThat(new DeltaSourceConfig(options()).taskConfigs(3)).isEmpty();
    assertThat(errors(options("tables", ""))).isEmpty();
  }

  @Test
  void theOtherOptionsNeedARoot() {
    Map<String, String> options =
        options("tables", "a", "tables.a.path", "/a", "tables.a.key", "id", "discovery.depth", "2");
    options.remove("discovery.root");

    assertThat(errors(options))
        .singleElement()
        .asString()
        .startsWith(
            "discovery.depth: Has no effect, unless discovery.root or discovery.unity.schemas");
  }

  @Test
  void optionsOfDiscoveredTablesAreCheckedLikeThoseOfListedOnes() {
    assertThat(
            errors(
                options(
                    "tables.orders.key", "id",
                    "tables.orders.snapshot.request", "today",
                    "tables.orders.kex", "id",
                    "tables.orders.change.feed", "often",
                    "tables.orders.path", "/elsewhere")))
        .satisfiesExactlyInAnyOrder(
            e -> assertThat(e).contains("has no option 'kex'", "Did you mean 'key'?"),
            e -> assertThat(e).startsWith("tables.orders.change.feed: Invalid value often"),
            e -> assertThat(e).startsWith("tables.orders.path: ").contains("'orders'"));
  }

  @ParameterizedTest
  @CsvSource({
    "discovery.keys, orders, must have the form",
    "discovery.keys, :id, must have the form",
    "discovery.keys, 'a:', must name its key columns",
    "discovery.keys, 'a:id,ID', twice",
    "discovery.keys, '(:id', not a valid regular expression",
    "discovery.include.list, '(', not a valid regular expression",
    "discovery.unity.schemas, main, two parts",
    "discovery.unity.schemas, main.sales.orders, two parts",
    "discovery.unity.schemas, 'main.sales,Main.Sales', named twice",
    "discovery.unity.schemas, main.sales, 'either this option or discovery.root, not both'",
    "discovery.depth, 0, from 1 to 10",
    "discovery.interval.ms, 0, at least 1",
    "discovery.root, ' ', Must not be empty",
    "discovery.root, s3a://id:secret@bucket/lake, contains a password",
  })
  void invalidValuesAreErrorsOfTheirOptions(String option, String value, String error) {
    assertThat(errors(options(option, value)))
        .singleElement()
        .asString()
        .startsWith(option + ": ")
        .contains(error);
  }

  private static Map<String, String> schemas(String... more) {
    Map<String, String> options = options(more);
    options.remove("discovery.root");
    options.put("discovery.unity.schemas", "main.sales, main.hr");
    return options;
  }

  @Test
  void schemasNeedACatalog() {
    assertThat(errors(schemas()))
        .satisfiesExactlyInAnyOrder(
            e ->
                assertThat(e)
                    .startsWith("unity.catalog.token: ")
                    .contains("because discovery.unity.schemas is set", "auth.type=oauth"),
            e ->
                assertThat(e).startsWith("unity.catalog.uri: ").contains("address of the catalog"));
    assertThat(
            errors(schemas("unity.catalog.uri", "https://uc", "unity.catalog.auth.type", "oauth")))
        .hasSize(2)
        .anyMatch(e -> e.startsWith("unity.catalog.oauth.client.id: "));
    assertThat(errors(schemas("unity.catalog.uri", "nonsense", "unity.catalog.token", "t")))
        .hasSize(1);
  }

  @Test
  void schemasWithoutListedTablesAreAConfiguration() {
    Map<String, String> options =
        schemas("unity.catalog.uri", "https://uc/", "unity.catalog.token", "t");
    assertThat(errors(options)).isEmpty();
    DiscoveryConfig config = new DeltaSourceConfig(options).discovery().orElseThrow();
    assertThat(config.schemas()).hasToString("[main.sales, main.hr]");
    assertThat(config.catalog().orElseThrow().uri()).hasToString("https://uc");
    assertThat(config.place()).isEqualTo("in main.sales, main.hr");
    assertThat(new DeltaSourceConfig(options).taskConfigs(3)).isEmpty();

    options.put("discovery.depth", "2");
    assertThat(errors(options))
        .singleElement()
        .asString()
        .startsWith("discovery.depth: Has no effect with discovery.unity.schemas");
  }

  @Test
  void noSchemaIsNoDiscovery() {
    Map<String, String> options = options("discovery.unity.schemas", "");
    assertThat(errors(options)).isEmpty();
    options.remove("discovery.root");
    assertThat(errors(options)).singleElement().asString().startsWith("tables: Missing required");
  }

  @Test
  void columnsFollowTheLastColonOfARule() {
    KeyRules rules =
        DiscoveryOptions.KEYS.from(
            name -> name.equals("discovery.keys") ? "(?:a|b)/.*: id ; .*:x, y" : null);

    assertThat(rules.keyOf("a/orders")).contains("id");
    assertThat(rules.keyOf("c/orders")).contains("x,y");
    assertThat(DiscoveryOptions.KEYS.text(rules)).isEqualTo("(?:a|b)/.*:id;.*:x,y");
  }
}
