package io.deltacdf.connect.config.option;

import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The values that an option takes. Checking a value means to parse it, so that both cannot differ.
 *
 * @param <T> what the connector makes of a value
 * @param kafkaType what Kafka makes of the text that a user wrote
 * @param validValues describes the valid values to users
 * @param parser turns Kafka's value into the connector's
 * @param formatter turns the connector's value back into Kafka's
 * @param recommendedValues what user interfaces offer; empty if any valid value is as good
 */
public record OptionType<T>(
    ConfigDef.Type kafkaType,
    String validValues,
    Parser<T> parser,
    Function<T, Object> formatter,
    List<Object> recommendedValues) {
  /** Turns a value that Kafka parsed into the connector's. */
  @FunctionalInterface
  public interface Parser<T> {
    /**
     * Parses a value.
     *
     * @param option the full name of the option, for errors
     * @throws ConfigException if the value is not valid
     */
    T parse(String option, Object value);
  }

  /** Returns a type whose values print themselves as users write them. */
  public static <T> OptionType<T> ofText(String validValues, Parser<T> parser) {
    return new OptionType<>(ConfigDef.Type.STRING, validValues, parser, Object::toString);
  }

  public OptionType(
      ConfigDef.Type kafkaType,
      String validValues,
      Parser<T> parser,
      Function<T, Object> formatter) {
    this(kafkaType, validValues, parser, formatter, List.of());
  }

  public T parse(String option, Object value) {
    return parser.parse(option, value);
  }

  Object format(T value) {
    return formatter.apply(value);
  }
}
