package io.deltacdf.connect.config;

import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/**
 * The result of validating a connector's options. It contains every error at once, each on the
 * option that it belongs to, {@code tables.<name>.*} included. The validation reads no table;
 * checks that do add their errors with {@link #error}.
 */
public final class ConfigValidation {
  private final ValidatedOptions options;

  private ConfigValidation(ValidatedOptions options) {
    this.options = options;
  }

  static ConfigValidation of(Map<String, String> props) {
    ValidatedOptions options = new ValidatedOptions(props);
    UnknownOptions.check(options);
    FormatRules.check(options);
    OptionRules.check(options);
    TableRules.check(options);
    ConfigSize.check(options);
    return new ConfigValidation(options);
  }

  /** Adds an error to an option by its full name. */
  public void error(String option, String message) {
    options.error(option, message);
  }

  /** Returns all options with their errors in the form that Connect expects. */
  public Config toConfig() {
    return new Config(options.all());
  }

  /** Returns all errors, each of which starts with the name of its option. */
  public List<String> errors() {
    List<String> errors = new ArrayList<>();
    for (ConfigValue value : options.all()) {
      for (String message : value.errorMessages()) {
        errors.add(value.name() + ": " + message);
      }
    }
    return errors;
  }

  /**
   * Returns the tables whose own and inherited options are all valid, so that these tables can be
   * checked even if other options are not valid. If {@code topic.prefix} is not valid, the topics
   * of the tables mean nothing.
   */
  public List<TableConfig> tables() {
    TableConfigParser parser = new TableConfigParser(options);
    return options.tableNames().stream()
        .filter(table -> options.allValid(table, ConfigDefs.ofTable()))
        .map(parser::parse)
        .toList();
  }

  /** Returns the form of records; empty if one of its options is not valid. */
  public Optional<RecordConfig> records() {
    return RecordConfigParser.options().stream().anyMatch(o -> options.isInvalid(o.name()))
        ? Optional.empty()
        : Optional.of(new RecordConfigParser(options).parse());
  }

  /** Returns where tables are discovered; empty if nowhere, or if an option of it is not valid. */
  public Optional<DiscoveryConfig> discovery() {
    return DiscoveryConfig.parse(options);
  }

  /** Returns the tables that have options without being listed, because they are discovered. */
  public List<String> discoveredNames() {
    return options.discoveredNames();
  }

  /** Returns {@code table.missing}, or its default if it is not valid. */
  public PathPolicy.Missing missingTables() {
    return ErrorOptions.TABLE_MISSING
        .find(options)
        .orElseGet(ErrorOptions.TABLE_MISSING::defaultValue);
  }

  /** Returns the options that are set. */
  public Map<String, String> set() {
    return options.set();
  }

  /** Returns the {@code hadoop.*} options by their Hadoop names. */
  public Map<String, String> hadoop() {
    return StorageOptions.hadoop(options.set());
  }

  /** Returns {@code store.requests.per.second}, if it is set and valid. */
  public OptionalInt storeRequestsPerSecond() {
    return options.isInvalid(FlowOptions.STORE_REQUESTS_PER_SECOND.name())
        ? OptionalInt.empty()
        : FlowOptions.storeRequestsPerSecond(options);
  }

  /**
   * Returns a message for each option that neither this connector nor Connect knows, by the name of
   * the option. Unknown options of tables are errors instead.
   */
  public Map<String, String> unknownOptions() {
    return UnknownOptions.find(options);
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
}
