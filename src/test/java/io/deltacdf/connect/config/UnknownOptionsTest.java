package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "tables.orders.pth, A table has no option 'pth'. Did you mean 'path'?",
    "tables.orders.start.versoin, A table has no option 'start.versoin'. Did you mean"
        + " 'start.version'?",
    "tables.orders.zzzzzz, A table has no option 'zzzzzz'.",
    "tables.ordrs.path, The option tables does not name a table 'ordrs'. Did you mean 'orders'?",
    "tables.my.orders.path, The option tables does not name a table 'my'.",
    "tables.orders, The options of a table are named tables.<name>.<option>.",
    "tables.order.path, The option tables does not name a table 'order'. Did you mean 'orders'?",
    "tables.orders.decimal.handling.mode, This option applies to the whole connector. Set"
        + " decimal.handling.mode instead.",
  })
  void anUnknownOptionOfATableIsAnErrorOnThisOption(String option, String error) {
    Map<String, String> props = Props.validAnd(option, "x");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith(option + ": " + error);
    assertThat(Props.errors(props, option)).hasSize(1);
  }

  @Test
  void anyOtherUnknownOptionIsAWarning() {
    ConfigValidation validation =
        DeltaSourceConfig.validate(
            Props.validAnd("poll.intervall.ms", "1", "table.orders.path", "x", "my.tool.tag", "x"));

    assertThat(validation.errors()).isEmpty();
    assertThat(validation.unknownOptions())
        .containsOnlyKeys("poll.intervall.ms", "table.orders.path", "my.tool.tag")
        .hasEntrySatisfying(
            "poll.intervall.ms",
            warning ->
                assertThat(warning)
                    .contains("no effect")
                    .contains("Did you mean 'poll.interval.ms'?"))
        .hasEntrySatisfying(
            "table.orders.path",
            warning -> assertThat(warning).contains("Did you mean 'tables.orders.path'?"))
        .hasEntrySatisfying(
            "my.tool.tag", warning -> assertThat(warning).doesNotContain("Did you mean"));
  }

  @Test
  void theOptionsOfConnectAreKnown() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "name", "n",
                        "connector.class", "io.deltacdf.connect.DeltaSourceConnector",
                        "tasks.max", "2",
                        "key.converter", "x",
                        "value.converter.schemas.enable", "false",
                        "transforms", "a",
                        "transforms.a.type", "x",
                        "predicates", "p",
                        "errors.tolerance", "none",
                        "topic.creation.default.partitions", "3",
                        "producer.override.acks", "all",
                        "exactly.once.support", "required",
                        "transaction.boundary", "poll",
                        "offsets.storage.topic", "o",
                        "config.action.reload", "none",
                        "hadoop.fs.s3a.endpoint", "x"))
                .unknownOptions())
        .isEmpty();
  }

  @Test
  void aSecretUnderAnUnknownNameIsNotShown() {
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("tables.orders.fs.s3a.secret.key", "s3cr3t"))
                .toConfig()
                .configValues()
                .toString())
        .doesNotContain("s3cr3t");
  }
}
