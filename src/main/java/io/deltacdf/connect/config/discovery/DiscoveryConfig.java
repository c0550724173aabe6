package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.option.OptionValues;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where tables are discovered, and which.
 *
 * @param root the directory that contains the tables, as the user wrote it
 * @param depth how many directories below the root a table is at most
 * @param include the paths of the tables to publish; empty for all
 * @param exclude the paths of tables and directories to leave out
 * @param keys the rules for keys
 * @param interval the time between two looks
 */
public record DiscoveryConfig(
    String root,
    int depth,
    PathPatterns include,
    PathPatterns exclude,
    KeyRules keys,
    Duration interval) {

  /** Returns whether a configuration asks for discovery, whatever else is wrong with it. */
  public static boolean isIn(Map<String, String> props) {
    return props.get(DiscoveryOptions.ROOT.name()) != null;
  }

  /** Parses the options; empty if no root is set, or if one of the options is not valid. */
  public static Optional<DiscoveryConfig> parse(OptionValues values) {
    Optional<String> root = DiscoveryOptions.ROOT.find(values);
    if (root.isEmpty()
        || DiscoveryOptions.GROUP.options().stream().anyMatch(o -> o.find(values).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new DiscoveryConfig(
            root.get(),
            DiscoveryOptions.DEPTH.from(values),
            DiscoveryOptions.INCLUDE_LIST.from(values),
            DiscoveryOptions.EXCLUDE_LIST.from(values),
            DiscoveryOptions.KEYS.from(values),
            DiscoveryOptions.INTERVAL_MS.from(values)));
  }

  /** Returns whether a directory is left out, with all that is below it. */
  public boolean excludes(String path) {
    return exclude.matches(path);
  }

  /** Returns whether a table that is not excluded is published. */
  public boolean includes(String path) {
    return include.isEmpty() || include.matches(path);
  }
}
