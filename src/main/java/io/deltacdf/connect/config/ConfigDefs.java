package io.deltacdf.connect.config;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The options as Kafka's ConfigDef: the fixed ones, and those of the tables that are named. */
final class ConfigDefs {
  private ConfigDefs() {}

  /** The options that do not depend on the tables' names. */
  static ConfigDef fixed() {
    ConfigDef definition = new ConfigDef();
    TableOptions.define(definition);
    SourceOptions.define(definition);
    RecordOptions.define(definition);
    FlowOptions.define(definition);
    ErrorOptions.define(definition);
    return definition;
  }

  /** All options of a connector with these tables. */
  static ConfigDef of(Collection<String> tables) {
    ConfigDef definition = fixed();
    tables.forEach(table -> TableOptions.defineOf(table, definition));
    return definition;
  }

  /** The names in {@code tables} that can be names, each once; empty where there are none. */
  static List<String> tableNames(Map<String, String> props) {
    Object names =
        ConfigDef.parseType(TableOptions.TABLES, props.get(TableOptions.TABLES), Type.LIST);
    return names instanceof List<?> list
        ? list.stream().map(String.class::cast).filter(Validators::isTableName).distinct().toList()
        : List.of();
  }

  /** A JSON null leaves an option to its default. */
  static Map<String, String> withoutNulls(Map<String, String> props) {
    Map<String, String> set = new TreeMap<>(props);
    set.values().removeIf(value -> value == null);
    return set;
  }
}
