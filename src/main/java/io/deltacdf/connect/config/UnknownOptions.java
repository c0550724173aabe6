package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds options that nobody reads. They are errors if they start with {@code tables.}, since a typo
 * there must not go unnoticed. Other options may belong to another program, such as a tool that
 * manages connectors.
 */
final class UnknownOptions {
  private final ValidatedOptions options;

  private UnknownOptions(ValidatedOptions options) {
    this.options = options;
  }

  /** Adds an error to every unknown option that starts with {@code tables.}. */
  static void check(ValidatedOptions options) {
    UnknownOptions unknown = new UnknownOptions(options);
    for (String option : options.set().keySet()) {
      if (option.startsWith(Option.TABLE_PREFIX) && !options.isKnown(option)) {
        options.error(option, unknown.problem(option));
      }
    }
  }

  /**
   * Returns a message for each other option that neither this connector nor Connect knows, by the
   * name of the option.
   */
  static Map<String, String> find(ValidatedOptions options) {
    Map<String, String> unknown = new TreeMap<>();
    for (String option : options.set().keySet()) {
      if (!options.isKnown(option)
          && !TaskConfigs.OPTIONS.contains(option)
          && !option.startsWith(StorageOptions.HADOOP_PREFIX)
          && !ConnectOptions.contains(option)) {
        unknown.put(
            option,
            "Neither this connector nor Connect has an option "
                + option
                + "; it has no effect."
                + Suggestions.didYouMean(option, options.known()));
      }
    }
    return unknown;
  }

  private String problem(String option) {
    String rest = option.substring(Option.TABLE_PREFIX.length());
    int dot = rest.indexOf('.');
    if (dot < 0) {
      return "The options of a table are named tables.<name>.<option>."
          + Suggestions.didYouMean(option, options.known());
    }
    String table = rest.substring(0, dot);
    String name = rest.substring(dot + 1);
    boolean isDiscovered =
        options.discoveredNames().contains(table) && !name.equals(TableOptions.PATH.name());
    if (!options.tableNames().contains(table) && !isDiscovered) {
      return "The option "
          + TableOptions.TABLES
          + " does not name a table '"
          + table
          + "'."
          + Suggestions.didYouMean(table, options.tableNames());
    }
    List<String> ofTable = ConfigDefs.ofTable().stream().map(Option::name).toList();
    if (ConfigDefs.ofConnector().names().contains(name)) {
      return "This option applies to the whole connector. Set " + name + " instead.";
    }
    return "A table has no option '" + name + "'." + Suggestions.didYouMean(name, ofTable);
  }
}
