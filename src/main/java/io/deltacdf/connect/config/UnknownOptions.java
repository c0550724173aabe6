package io.deltacdf.connect.config;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Options that nobody reads. Under {@code tables.} they are errors, since a typo must not be
 * silent; elsewhere they may belong to somebody else, such as a tool that manages connectors.
 */
final class UnknownOptions {
  private final ConfigValidation validation;

  private UnknownOptions(ConfigValidation validation) {
    this.validation = validation;
  }

  /** Adds an error to every unknown option under {@code tables.}. */
  static void check(ConfigValidation validation) {
    UnknownOptions unknown = new UnknownOptions(validation);
    for (String option : validation.set().keySet()) {
      if (option.startsWith(TableOptions.TABLE_PREFIX) && !validation.isKnown(option)) {
        validation.error(option, unknown.problem(option));
      }
    }
  }

  /**
   * The options outside {@code tables.} that neither this connector nor Connect knows, each with a
   * message.
   */
  static Map<String, String> find(ConfigValidation validation) {
    Map<String, String> unknown = new TreeMap<>();
    for (String option : validation.set().keySet()) {
      if (!validation.isKnown(option)
          && !option.equals(TaskConfigs.TASK_TABLES)
          && !option.startsWith(StorageOptions.HADOOP_PREFIX)
          && !ConnectOptions.isConnects(option)) {
        unknown.put(
            option,
            "Neither this connector nor Connect has an option "
                + option
                + "; it has no effect."
                + Suggestions.didYouMean(option, validation.known()));
      }
    }
    return unknown;
  }

  private String problem(String option) {
    String rest = option.substring(TableOptions.TABLE_PREFIX.length());
    int dot = rest.indexOf('.');
    if (dot < 0) {
      return "The options of a table are named tables.<name>.<option>."
          + Suggestions.didYouMean(option, validation.known());
    }
    String table = rest.substring(0, dot);
    String name = rest.substring(dot + 1);
    if (!validation.tableNames().contains(table)) {
      return "No table '"
          + table
          + "' is named in "
          + TableOptions.TABLES
          + "."
          + Suggestions.didYouMean(table, validation.tableNames());
    } else if (ConfigDefs.fixed().names().contains(name)) {
      return "This option holds for the whole connector: set " + name + " instead.";
    }
    return "A table has no option '"
        + name
        + "'."
        + Suggestions.didYouMean(
            name,
            Stream.concat(TableOptions.OWN.stream(), SourceOptions.inheritable().stream())
                .toList());
  }
}
