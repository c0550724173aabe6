package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table that was discovered, under the name that it has in offsets and topics.
 *
 * @param name the name, made of the path
 * @param path the path below the root, such as {@code sales/orders}, or the name in the catalog,
 *     such as {@code main.sales.orders}
 * @param location the whole path of the table
 * @param key the key that it is given; empty if that of the connector applies
 */
public record DiscoveredTable(String name, String path, String location, Optional<Key> key) {
  /** Where the key of a table comes from. */
  public enum KeyOrigin {
    /** A {@code PRIMARY KEY} constraint in the catalog. */
    PRIMARY_KEY,
    /** A rule of {@code discovery.keys}. */
    RULE
  }

  /**
   * A key.
   *
   * @param columns the columns, separated by commas
   */
  public record Key(String columns, KeyOrigin origin) {}

  /**
   * Gives a table its name and key.
   *
   * @param primaryKey the columns of its constraint, which comes before a rule; empty if none
   */
  public static DiscoveredTable of(
      String path, String location, List<String> primaryKey, KeyRules rules) {
    Optional<Key> key =
        primaryKey.isEmpty()
            ? rules.keyOf(path).map(columns -> new Key(columns, KeyOrigin.RULE))
            : Optional.of(new Key(String.join(",", primaryKey), KeyOrigin.PRIMARY_KEY));
    return new DiscoveredTable(nameOf(path), path, location, key);
  }

  /** Returns the name of a table: its path, with an underscore for each other character. */
  public static String nameOf(String path) {
    return path.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** Adds the options that a listed table would have; those that the user sets take precedence. */
  public void addTo(Map<String, String> options) {
    options.put(TableOptions.PATH.nameFor(name), location);
    key.ifPresent(it -> options.putIfAbsent(SourceOptions.KEY.nameFor(name), it.columns()));
  }
}
