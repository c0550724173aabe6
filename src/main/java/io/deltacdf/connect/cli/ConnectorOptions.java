package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableOptions;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.config.option.Option;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Builds the configuration of a connector that publishes the table of a command. */
final class ConnectorOptions {
  /** The options that have arguments of their own, with these arguments. */
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
   * @param path the table's path; the table is named after its last part
   */
  ConnectorOptions(String path) {
    this.table = nameOf(path);
    options.put(TableOptions.TABLES.name(), table);
    options.put(TableOptions.PATH.nameFor(table), path);
  }

  /** Derives a table name that options allow from the last part of a path. */
  private static String nameOf(String path) {
    String name =
        CatalogTableName.of(path)
            .map(CatalogTableName::table)
            .orElse(path.strip())
            .replaceFirst("[?].*$", "")
            .replaceFirst("/+$", "")
            .replaceFirst("^.*/", "")
            .replaceAll("[^A-Za-z0-9_-]+", "_");
    return name.isEmpty() ? "table" : name;
  }

  /**
   * Sets the options that the user gave with {@code --set}, by their names for the whole connector;
   * {@code topic} is allowed too.
   */
  ConnectorOptions setAll(Map<String, String> named) {
    named.forEach(
        (option, value) -> {
          String argument =
              ARGUMENTS.get(
                  option.startsWith(Option.TABLE_PREFIX) ? TableOptions.TABLES.name() : option);
          if (argument != null) {
            throw new ConfigException(
                "--set " + option + ": use the command's argument " + argument + " instead.");
          }
          set(option, value);
        });
    return this;
  }

  /** Sets an option of the table or of the connector. */
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

  /** Sets an option if the argument for it was given. */
  void setIfGiven(String option, @Nullable String value) {
    if (value != null) {
      set(option, value);
    }
  }

  /** Sets an option if it is not set yet. */
  void setDefault(String option, String value) {
    options.putIfAbsent(option, value);
  }

  /**
   * Returns the configuration. Commits of a table without a key are not consolidated.
   *
   * @throws ConfigException if the configuration has errors or unknown options; lists all of them
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
