package io.deltacdf.connect.config.option;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The type of an option that takes one of a few words, which are the names of an enum's constants
 * in lower case. The case of a value does not matter.
 */
public final class EnumType {
  private EnumType() {}

  /** Takes values such as {@code no_data}. */
  public static <E extends Enum<E>> OptionType<E> underscored(Class<E> type) {
    return of(type, '_');
  }

  /** Takes values such as {@code rewrite-with-tombstone}. */
  public static <E extends Enum<E>> OptionType<E> dashed(Class<E> type) {
    return of(type, '-');
  }

  private static <E extends Enum<E>> OptionType<E> of(Class<E> type, char separator) {
    Function<E, Object> word =
        constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', separator);
    List<E> constants = List.of(type.getEnumConstants());
    List<Object> words = constants.stream().map(word).toList();
    String validValues = String.join(", ", words.stream().map(Object::toString).toList());
    OptionType.Parser<E> parser =
        (option, value) ->
            constants.stream()
                .filter(
                    constant -> word.apply(constant).toString().equalsIgnoreCase((String) value))
                .findFirst()
                .orElseThrow(
                    () -> new ConfigException(option, value, "Must be one of " + validValues));
    return new OptionType<>(ConfigDef.Type.STRING, validValues, parser, word, words);
  }
}
