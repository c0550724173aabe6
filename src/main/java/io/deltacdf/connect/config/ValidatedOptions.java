package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import io.deltacdf.connect.redaction.Redaction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** The options of a connector with their values and the errors that were found so far. */
final class ValidatedOptions implements OptionValues {
  private final Map<String, String> set;
  private final List<String> tableNames;
  private final List<String> discoveredNames;
  private final Map<String, ConfigValue> values;

  /** Checks each option by itself. */
  ValidatedOptions(Map<String, String> props) {
    this.set = ConfigDefs.withoutNulls(props);
    this.tableNames = ConfigDefs.tableNames(set);
    this.discoveredNames = ConfigDefs.discoveredNames(set);
    this.values = new TreeMap<>(ConfigDefs.of(tableNames, discoveredNames).validateAll(set));
    hideSecrets();
  }

  /** Connect shows the values of options next to their errors. */
  private void hideSecrets() {
    for (ConfigValue value : values.values()) {
      if (containsSecret(value.value())) {
        value.value(Redaction.HIDDEN);
      }
    }
  }

  private static boolean containsSecret(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().anyMatch(ValidatedOptions::containsSecret)
        : value instanceof String text && Secrets.isUriWithSecret(text);
  }

  /** Adds an error to an option by its full name; the option may be unknown. */
  void error(String option, String message) {
    values.computeIfAbsent(option, this::unknown).addErrorMessage(message);
  }

  private ConfigValue unknown(String option) {
    ConfigValue value = new ConfigValue(option);
    String text = set.get(option);
    value.value(text == null ? null : shown(option, text));
    return value;
  }

  /** A wrong {@code hadoop.*} option may hold a secret whatever its name is. */
  private static String shown(String option, String text) {
    return option.startsWith(StorageOptions.HADOOP_PREFIX)
        ? Redaction.HIDDEN
        : Secrets.show(option, text);
  }

  /** Returns all options with their values and errors, sorted by name. */
  List<ConfigValue> all() {
    return List.copyOf(values.values());
  }

  /** Returns the valid names in {@code tables}, each once. */
  List<String> tableNames() {
    return tableNames;
  }

  /** Returns the tables that have options but are not in {@code tables}: they are discovered. */
  List<String> discoveredNames() {
    return discoveredNames;
  }

  /** Returns what the user set, by the full names of the options. */
  Map<String, String> set() {
    return set;
  }

  boolean isSet(String option) {
    return set.containsKey(option);
  }

  boolean isKnown(String option) {
    return values.containsKey(option);
  }

  List<String> known() {
    return List.copyOf(values.keySet());
  }

  /** Returns whether an error of the option has been found so far. */
  boolean isInvalid(String option) {
    ConfigValue value = values.get(option);
    return value != null && !value.errorMessages().isEmpty();
  }

  /** Returns whether options are valid, both the table's own and those that it would inherit. */
  boolean allValid(String table, List<Option<?>> options) {
    return options.stream()
        .noneMatch(option -> isInvalid(option.name()) || isInvalid(option.nameFor(table)));
  }

  @Override
  public @Nullable Object get(String option) {
    ConfigValue value = values.get(option);
    return value == null || isInvalid(option) ? null : value.value();
  }
}
