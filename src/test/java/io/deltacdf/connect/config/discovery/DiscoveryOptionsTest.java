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
        .startsWith("discovery.depth: Has no effect, unless discovery.root is set");
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
