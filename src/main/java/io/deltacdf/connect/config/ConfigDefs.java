package io.deltacdf.connect.config;

import io.deltacdf.connect.config.catalog.CatalogOptions;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.discovery.DiscoveryOptions;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Defines the options to Kafka: those of the connector, and those of each table. */
final class ConfigDefs {
  /** The groups of the connector's options, in the order in which they are shown. */
  static final List<OptionGroup> GROUPS =
      List.of(
          TableOptions.GROUP,
          DiscoveryOptions.GROUP,
          CatalogOptions.GROUP,
          SourceOptions.GROUP,
          RecordOptions.GROUP,
          FlowOptions.GROUP,
          ErrorOptions.GROUP);

  private ConfigDefs() {}

  /** Returns the connector's options that a table may override. */
  static List<Option<?>> inheritable() {
    return GROUPS.stream()
        .flatMap(group -> group.options().stream())
        .filter(Option::isInheritable)
        .toList();
  }

  /** Returns the options that a table may set: its own, and those that it may override. */
  static List<Option<?>> ofTable() {
    return Stream.concat(TableOptions.TABLE_GROUP.options().stream(), inheritable().stream())
        .toList();
  }

  /** Defines the options of the connector, which do not depend on the names of the tables. */
  static ConfigDef ofConnector() {
    ConfigDef definition = new ConfigDef();
    for (OptionGroup group : GROUPS) {
      int order = 0;
      for (Option<?> option : group.options()) {
        option.define(definition, group.name(), ++order);
      }
    }
    return definition;
  }

  /** Defines all options of a connector with these tables. */
  static ConfigDef of(Collection<String> tables) {
    return of(tables, List.of());
  }

  /**
   * Defines all options of a connector.
   *
   * @param tables the tables that it lists
   * @param discovered tables that it sets options of, and whose paths are discovered
   */
  static ConfigDef of(Collection<String> tables, Collection<String> discovered) {
    ConfigDef definition = ofConnector();
    tables.forEach(table -> define(definition, table, ofTable()));
    List<Option<?>> ofDiscovered = ofDiscoveredTable();
    discovered.forEach(table -> define(definition, table, ofDiscovered));
    return definition;
  }

  private static void define(ConfigDef definition, String table, List<Option<?>> options) {
    int order = 0;
    for (Option<?> option : options) {
      option.defineFor(table, definition, TableOptions.TABLE_GROUP.name() + " " + table, ++order);
    }
  }

  /** Returns the options that may be set for a discovered table. */
  private static List<Option<?>> ofDiscoveredTable() {
    return ofTable().stream().filter(option -> option != TableOptions.PATH).toList();
  }

  /**
   * Returns the tables that are not listed but have options, because they may be discovered; empty
   * if tables are not discovered.
   */
  static List<String> discoveredNames(Map<String, String> props) {
    if (!DiscoveryConfig.isIn(props)) {
      return List.of();
    }
    List<String> listed = tableNames(props);
    return props.keySet().stream()
        .flatMap(option -> Option.tableOf(option).stream())
        .filter(table -> ListTypes.isTableName(table) && !listed.contains(table))
        .distinct()
        .toList();
  }

  /** Returns the valid names in {@code tables}, each once; empty if there are none. */
  static List<String> tableNames(Map<String, String> props) {
    String tables = TableOptions.TABLES.name();
    Object names = ConfigDef.parseType(tables, props.get(tables), Type.LIST);
    return names instanceof List<?> list
        ? list.stream().map(String.class::cast).filter(ListTypes::isTableName).distinct().toList()
        : List.of();
  }

  /** Removes options that are null in JSON, so that their defaults apply. */
  static Map<String, String> withoutNulls(Map<String, String> props) {
    Map<String, String> set = new TreeMap<>(props);
    set.values().removeIf(value -> value == null);
    return set;
  }
}
