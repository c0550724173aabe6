package io.deltacdf.connect.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Props;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicWarningsTest {
  private static List<String> warnings(String... namesAndValues) {
    return TopicWarnings.of(new DeltaSourceConfig(Props.validAnd(namesAndValues)));
  }

  private static String defaults(String name) {
    return "topic.creation.default." + name;
  }

  @Test
  void nothingIsKnownOfTopicsThatConnectDoesNotCreate() {
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aMirrorMustBeCompacted() {
    assertThat(warnings(defaults("partitions"), "3"))
        .singleElement()
        .asString()
        .contains(
            "'topic.creation.default.cleanup.policy' is not set",
            "'shop.orders', 'shop.customers'",
            "Set 'topic.creation.default.cleanup.policy=compact'",
            "--entity-name shop.orders");
    assertThat(warnings(defaults("cleanup.policy"), " compact ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "compact,delete", "delete, compact"})
  void aMirrorMustNotDeleteRecords(String policy) {
    assertThat(warnings(defaults("cleanup.policy"), policy))
        .singleElement()
        .asString()
        .contains("cleanup.policy=", "delete", "lack rows");
  }

  @Test
  void deletingWithoutALimitIsCompaction() {
    assertThat(
            warnings(defaults("cleanup.policy"), "compact,delete", defaults("retention.ms"), "-1"))
        .isEmpty();
    assertThat(
            warnings(
                defaults("cleanup.policy"), "compact,delete",
                defaults("retention.ms"), "-1",
                defaults("retention.bytes"), "1000"))
        .hasSize(1);
  }

  @Test
  void aTopicOfATableWithoutAKeyMustNotBeCompacted() {
    assertThat(
            warnings(
                "tables.orders.key",
                "",
                "tables.orders.commit.consolidation",
                "none",
                defaults("cleanup.policy"),
                "compact"))
        .singleElement()
        .asString()
        .contains("tables without a key: 'shop.orders'.", "rejects");
    assertThat(
            warnings(
                "tables",
                "orders",
                "tables.customers.path",
                null,
                "tables.customers.key",
                null,
                "tables.orders.key",
                "",
                "tables.orders.commit.consolidation",
                "none",
                defaults("partitions"),
                "3"))
        .isEmpty();
  }

  @Test
  void anAuditTopicMayHaveAnyPolicy() {
    assertThat(warnings("commit.consolidation", "none", defaults("cleanup.policy"), "delete"))
        .isEmpty();
  }

  @Test
  void theFirstGroupThatMatchesCountsAndInheritsNoPolicy() {
    String[] groups = {
      "topic.creation.groups",
      "big, all",
      "topic.creation.big.include",
      "shop\\.ord.*,other",
      "topic.creation.all.include",
      ".*",
      "topic.creation.all.exclude",
      "shop\\.customers",
      "topic.creation.all.cleanup.policy",
      "compact",
      defaults("cleanup.policy"),
      "compact"
    };
    assertThat(warnings(groups))
        .singleElement()
        .asString()
        .contains("'topic.creation.big.cleanup.policy' is not set", "'shop.orders'.");
  }

  @Test
  void aLongListOfTopicsIsCutOff() {
    StringBuilder tables = new StringBuilder("orders,customers");
    java.util.List<String> options = new java.util.ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tables.append(",t").append(i);
      options.addAll(
          List.of("tables.t" + i + ".path", "/data/t" + i, "tables.t" + i + ".key", "k"));
    }
    options.addAll(List.of("tables", tables.toString(), defaults("partitions"), "1"));

    assertThat(warnings(options.toArray(String[]::new)))
        .singleElement()
        .asString()
        .contains("'shop.t7' and 12 more");
  }

  @Test
  void theTopicOfTheMarkersHasOnePartitionAndIsNotCompacted() {
    String[] mirrors = {
      "provide.transaction.metadata",
      "true",
      defaults("cleanup.policy"),
      "compact",
      defaults("partitions"),
      "3"
    };
    assertThat(warnings(mirrors))
        .hasSize(2)
        .allSatisfy(warning -> assertThat(warning).contains("'shop.transaction'", "cleanup.policy"))
        .anySatisfy(
            warning -> assertThat(warning).contains("'topic.creation.default.partitions=3'"))
        .anySatisfy(warning -> assertThat(warning).contains("END of every commit stays for ever"));

    String[] more = {
      "topic.creation.groups", "markers",
      "topic.creation.markers.include", "shop\\.transaction",
      "topic.creation.markers.partitions", "1",
      "topic.creation.markers.cleanup.policy", "delete"
    };
    assertThat(warnings(Stream.of(mirrors, more).flatMap(Stream::of).toArray(String[]::new)))
        .isEmpty();
  }
}
