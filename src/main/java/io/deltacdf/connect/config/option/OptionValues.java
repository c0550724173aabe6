package io.deltacdf.connect.config.option;

import org.jspecify.annotations.Nullable;

/** The values of a configuration, as Kafka parsed them. */
@FunctionalInterface
public interface OptionValues {
  /**
   * Returns the value of an option by its full name, or its default. Returns null if the option has
   * neither, or if its value is not valid.
   */
  @Nullable Object get(String option);
}
