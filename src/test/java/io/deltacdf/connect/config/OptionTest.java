package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

class OptionTest {
  private static final Option<Duration> INTERVAL =
      Option.of("interval.ms", OptionTypes.millisAtLeast(1))
          .defaultValue(Duration.ofSeconds(5))
          .displayName("Interval")
          .inheritable()
          .documentation("How often.")
          .build();

  private static final Option<String> PATH =
      Option.of("path", OptionTypes.notBlank()).required().build();

  @Test
  void parsesTheValueOfATableOrElseThatOfTheConnector() {
    OptionValues values = Map.of("interval.ms", 7L, "tables.a.interval.ms", 8L)::get;

    assertThat(INTERVAL.from(values)).isEqualTo(Duration.ofMillis(7));
    assertThat(INTERVAL.from(values, "a")).isEqualTo(Duration.ofMillis(8));
    assertThat(INTERVAL.from(values, "b")).isEqualTo(Duration.ofMillis(7));
    assertThat(INTERVAL.findOwn(values, "b")).isEmpty();
  }

  @Test
  void aTableDoesNotInheritAnOptionThatIsNotInheritable() {
    OptionValues values = Map.<String, Object>of("path", "/data")::get;

    assertThatThrownBy(() -> PATH.from(values, "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tables.a.path");
  }

  @Test
  void definesTheOptionOfTheConnectorWithItsDefault() {
    ConfigDef definition = new ConfigDef();
    INTERVAL.define(definition, "Flow", 1);
    PATH.define(definition, "Flow", 2);

    ConfigKey interval = definition.configKeys().get("interval.ms");
    assertThat(interval.defaultValue).isEqualTo(5_000L);
    assertThat(interval.displayName).isEqualTo("Interval");
    assertThat(interval.validator).hasToString("at least 1");
    assertThat(definition.configKeys().get("path").hasDefault()).isFalse();
  }

  @Test
  void definesTheOptionOfATableWithoutADefaultIfItIsInherited() {
    ConfigDef definition = new ConfigDef();
    INTERVAL.defineFor("a", definition, "Table a", 1);
    PATH.defineFor("a", definition, "Table a", 2);

    ConfigKey interval = definition.configKeys().get("tables.a.interval.ms");
    assertThat(interval.hasDefault()).isTrue();
    assertThat(interval.defaultValue).isNull();
    assertThat(interval.displayName).isEqualTo("Interval of a");
    assertThat(interval.documentation).contains("`interval.ms`", "overrides");
    assertThat(definition.configKeys().get("tables.a.path").hasDefault()).isFalse();
  }

  @Test
  void printsValuesAsUsersWriteThem() {
    assertThat(INTERVAL.text(Duration.ofSeconds(1))).isEqualTo("1000");
    assertThat(SourceOptions.START_VERSION.text(new StartPosition.Version(3))).isEqualTo("3");
    assertThat(SourceOptions.START_VERSION.text(new StartPosition.Latest())).isEqualTo("latest");
    assertThat(SourceOptions.START_TIMESTAMP.text(new StartPosition.Timestamp(9))).isEqualTo("9");
    assertThat(SourceOptions.SKIPPED_OPERATIONS.text(new SkippedOperations(true, false, true)))
        .isEqualTo("c,d");
    assertThat(RecordOptions.DELETE_HANDLING.text(RecordConfig.DeleteHandling.REWRITE))
        .isEqualTo("rewrite");
  }

  @Test
  void joinsTheLinesOfParagraphsAndListItems() {
    Option<String> option =
        Option.of("x", OptionTypes.notBlank())
            .documentation(
                """
                The first
                paragraph.

                - an item
                of two lines
                - another

                The second.
                """)
            .build();
    ConfigDef definition = new ConfigDef();
    option.define(definition, "Group", 1);

    assertThat(definition.configKeys().get("x").documentation)
        .isEqualTo("The first paragraph.\n\n- an item of two lines\n- another\n\nThe second.");
  }

  @Test
  void defaultValueFailsIfThereIsNoDefault() {
    assertThat(SourceOptions.CONSOLIDATION_MAX_KEYS.defaultValue()).isEqualTo(4_000_000);
    assertThatThrownBy(PATH::defaultValue)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("path");
  }
}
