package io.deltacdf.connect.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The values of an option that takes one of a few words: an enum whose names are written in lower
 * case, with a separator for the underscore. Checks, recommends and reads them; case does not
 * matter. No value at all is left to the option's default.
 */
final class EnumOption<E extends Enum<E>> implements ConfigDef.Validator, ConfigDef.Recommender {
  private final Class<E> type;
  private final char separator;

  private EnumOption(Class<E> type, char separator) {
    this.type = type;
    this.separator = separator;
  }

  /** Values such as {@code no_data}. */
  static <E extends Enum<E>> EnumOption<E> underscored(Class<E> type) {
    return new EnumOption<>(type, '_');
  }

  /** Values such as {@code rewrite-with-tombstone}. */
  static <E extends Enum<E>> EnumOption<E> dashed(Class<E> type) {
    return new EnumOption<>(type, '-');
  }

  /** The word for a constant. */
  String text(E constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', separator);
  }

  /** The constant for a word that passed {@link #ensureValid}. */
  E read(Object value) {
    for (E constant : type.getEnumConstants()) {
      if (text(constant).equalsIgnoreCase((String) value)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(value + " is none of " + this);
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (value != null && words().stream().noneMatch(w -> w.equalsIgnoreCase((String) value))) {
      throw new ConfigException(name, value, "Must be one of " + this);
    }
  }

  @Override
  public List<Object> validValues(String name, Map<String, Object> parsedConfig) {
    return new ArrayList<>(words());
  }

  @Override
  public boolean visible(String name, Map<String, Object> parsedConfig) {
    return true;
  }

  @Override
  public String toString() {
    return String.join(", ", words());
  }

  private List<String> words() {
    return Arrays.stream(type.getEnumConstants()).map(this::text).toList();
  }
}
