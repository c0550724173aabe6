package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Option;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/** Makes the configuration of a connector that publishes the one table of a command. */
final class ConnectorOptions {
  /** What the command's own arguments say. */
  private static final Map<String, String> ARGUMENTS =
      Map.of(
          TableOptions.TABLES.name(), "TABLE",
          TableOptions.PATH.name(), "TABLE",
          TableOptions.END_VERSION.name(), "--to-version",
          SourceOptions.START_VERSION.name(), "--from-version",
          SourceOptions.START_TIMESTAMP.name(), "--from-timestamp",
          SourceOptions.SNAPSHOT_MODE.name(), "--snapshot");

  private final String table;
  private final Map<String, String> options = new LinkedHashMap<>();

  /**
   * @param path the table's path; its last part names the table
   */
  ConnectorOptions(String path) {
    this.table = nameOf(path);
    options.put(TableOptions.TABLES.name(), table);
    options.put(TableOptions.PATH.nameFor(table), path);
  }

  /** A table name as options allow it, made of the last part of a path. */
  private static String nameOf(String path) {
    String name =
        path.strip()
            .replaceFirst("/+$", "")
            .replaceFirst("^.*/", "")
            .replaceAll("[^A-Za-z0-9_-]+", "_");
    return name.isEmpty() ? "table" : name;
  }

  /**
   * Sets the options that the user named, by the names they have for the whole connector; {@code
   * topic} too.
   */
  ConnectorOptions setAll(Map<String, String> named) {
    named.forEach(
        (option, value) -> {
          String argument =
              ARGUMENTS.get(
                  option.startsWith(Option.TABLE_PREFIX) ? TableOptions.TABLES.name() : option);
          if (argument != null) {
            throw new ConfigException(
                "--set " + option + ": the command's own argument " + argument + " says this.");
          }
          set(option, value);
        });
    return this;
  }

  /** Sets an option that a table has or inherits, or one of the connector. */
  ConnectorOptions set(String option, String value) {
    String name =
        Stream.of(TableOptions.TOPIC, TableOptions.END_VERSION)
            .filter(ofTable -> ofTable.name().equals(option))
            .findFirst()
            .map(ofTable -> ofTable.nameFor(table))
            .orElse(option);
    if (options.put(name, value) != null) {
      throw new ConfigException("The option '" + option + "' is given twice.");
    }
    return this;
  }

  /** Sets an option unless the command's argument for it is missing. */
  void setIfGiven(String option, String value) {
    if (value != null) {
      set(option, value);
    }
  }

  /** Sets an option unless the user did. */
  void setDefault(String option, String value) {
    options.putIfAbsent(option, value);
  }

  /**
   * The configuration. A table without a key is not consolidated.
   *
   * @throws ConfigException with all that is wrong with it, unknown options included
   */
  DeltaSourceConfig build() {
    setDefault(TableOptions.TOPIC_PREFIX.name(), "delta");
    if (!options.containsKey(SourceOptions.KEY.name())) {
      setDefault(SourceOptions.COMMIT_CONSOLIDATION.name(), "none");
    }
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    validation.unknownOptions().forEach(validation::error);
    if (!validation.errors().isEmpty()) {
      throw new ConfigException(String.join("\n", validation.errors()));
    }
    return new DeltaSourceConfig(options);
  }
}
