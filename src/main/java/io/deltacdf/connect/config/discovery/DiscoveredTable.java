package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableOptions;
import java.util.Map;
import java.util.Optional;

/**
 * A table that was discovered, under the name that it has in offsets and topics.
 *
 * @param name the name, made of the path below the root
 * @param path the path below the root, such as {@code sales/orders}
 * @param location the whole path of the table
 * @param key the key columns that a rule gives it, separated by commas; empty if no rule does
 */
public record DiscoveredTable(String name, String path, String location, Optional<String> key) {
  /** Returns the name of a table: its path, with an underscore for each other character. */
  public static String nameOf(String path) {
    return path.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** Adds the options that a listed table would have; those that the user sets take precedence. */
  public void addTo(Map<String, String> options) {
    options.put(TableOptions.PATH.nameFor(name), location);
    key.ifPresent(columns -> options.putIfAbsent(SourceOptions.KEY.nameFor(name), columns));
  }
}
