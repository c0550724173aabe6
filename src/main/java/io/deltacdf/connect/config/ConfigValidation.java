package io.deltacdf.connect.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/**
 * What there is to say against a connector's options: every error at once, each on the option it
 * belongs to, {@code tables.<name>.*} included. Looks at no table; who does adds what it finds.
 */
public final class ConfigValidation {
  private final Map<String, String> set;
  private final List<String> tableNames;
  private final Map<String, ConfigValue> values;

  private ConfigValidation(
      Map<String, String> set, List<String> tableNames, Map<String, ConfigValue> values) {
    this.set = set;
    this.tableNames = tableNames;
    this.values = values;
  }

  static ConfigValidation of(Map<String, String> props) {
    Map<String, String> set = ConfigDefs.withoutNulls(props);
    List<String> tableNames = ConfigDefs.tableNames(set);
    ConfigDef definition = ConfigDefs.of(tableNames);
    ConfigValidation validation =
        new ConfigValidation(set, tableNames, new TreeMap<>(definition.validateAll(set)));
    validation.hidePasswords();
    UnknownOptions.check(validation);
    FormatRules.check(validation);
    OptionRules.check(validation);
    TableRules.check(validation);
    return validation;
  }

  /** Connect shows the values of options beside their errors. */
  private void hidePasswords() {
    for (ConfigValue value : values.values()) {
      if (value.value() instanceof String text && Secrets.isUriWithPassword(text)) {
        value.value(Secrets.HIDDEN);
      }
    }
  }

  /** Adds an error to an option. */
  public void error(String option, String message) {
    values
        .computeIfAbsent(
            option,
            unknown -> {
              ConfigValue value = new ConfigValue(unknown);
              value.value(Secrets.show(unknown, set.get(unknown)));
              return value;
            })
        .addErrorMessage(message);
  }

  /** All options and what is wrong with them, as Connect wants it. */
  public Config toConfig() {
    return new Config(List.copyOf(values.values()));
  }

  /** All errors, each with the name of its option. */
  public List<String> errors() {
    List<String> errors = new ArrayList<>();
    for (ConfigValue value : values.values()) {
      for (String message : value.errorMessages()) {
        errors.add(value.name() + ": " + message);
      }
    }
    return errors;
  }

  /**
   * The tables whose own options, and those they inherit, are all valid, so that they can be looked
   * at even where other options are not. Their topics mean nothing while the prefix is invalid.
   */
  public List<TableConfig> tables() {
    if (SourceOptions.inheritable().stream().anyMatch(this::isInvalid)) {
      return List.of();
    }
    return tableNames.stream().filter(this::isValidTable).map(reader()::read).toList();
  }

  /** How records look; empty where one of those options is not valid. */
  public Optional<RecordConfig> records() {
    return RecordOptions.NAMES.stream().anyMatch(this::isInvalid)
        ? Optional.empty()
        : Optional.of(RecordOptions.read(this::value));
  }

  /** {@code hadoop.*} by the Hadoop names. */
  public Map<String, String> hadoop() {
    return StorageOptions.hadoop(set);
  }

  /** Options that neither this connector nor Connect knows, with what they may have meant. */
  public Map<String, String> unknownOptions() {
    return UnknownOptions.find(this);
  }

  void throwIfInvalid() {
    List<String> errors = errors();
    if (!errors.isEmpty()) {
      throw new ConfigException(
          "The connector's configuration has "
              + (errors.size() == 1 ? "an error" : errors.size() + " errors")
              + ":\n- "
              + String.join("\n- ", errors));
    }
  }

  /** The names in {@code tables} that can be names, each once. */
  List<String> tableNames() {
    return tableNames;
  }

  /** The options that the user set. */
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

  /** Whether the option has an error so far. */
  boolean isInvalid(String option) {
    ConfigValue value = values.get(option);
    return value != null && !value.errorMessages().isEmpty();
  }

  /** The parsed value, or the default; null where there is none, or none that is valid. */
  Object value(String option) {
    return isInvalid(option) ? null : values.get(option).value();
  }

  TableConfigParser reader() {
    return new TableConfigParser(this::value, this::isSet);
  }

  /** Options that no table has do not count: a typo must not hide what else is wrong. */
  private boolean isValidTable(String table) {
    return Stream.concat(TableOptions.OWN.stream(), SourceOptions.inheritable().stream())
        .map(option -> TableOptions.of(table, option))
        .noneMatch(this::isInvalid);
  }
}
