package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.catalog.CatalogConfig;
import io.deltacdf.connect.config.catalog.CatalogConfigParser;
import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import io.deltacdf.connect.redaction.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where tables are discovered, and which.
 *
 * @param root the directory that contains the tables, as the user wrote it; empty if they are
 *     discovered in a catalog
 * @param schemas the schemas of the catalog that contain the tables
 * @param catalog the catalog of the schemas
 * @param depth how many directories below the root a table is at most
 * @param include the paths of the tables to publish; empty for all
 * @param exclude the paths of tables and directories to leave out
 * @param keys the rules for keys
 * @param interval the time between two looks
 */
public record DiscoveryConfig(
    Optional<String> root,
    List<CatalogSchemaName> schemas,
    Optional<CatalogConfig> catalog,
    int depth,
    PathPatterns include,
    PathPatterns exclude,
    KeyRules keys,
    Duration interval) {
  /** How many schemas messages name. */
  private static final int MAX_NAMED = 3;

  /** Returns whether a configuration asks for discovery, whatever else is wrong with it. */
  public static boolean isIn(Map<String, String> props) {
    String schemas = props.get(DiscoveryOptions.UNITY_SCHEMAS.name());
    return props.get(DiscoveryOptions.ROOT.name()) != null
        || (schemas != null && !schemas.isBlank());
  }

  /**
   * Parses the options; empty if tables are discovered nowhere, or if one of the options is not
   * valid.
   */
  public static Optional<DiscoveryConfig> parse(OptionValues values) {
    Optional<String> root = DiscoveryOptions.ROOT.find(values);
    if (DiscoveryOptions.GROUP.options().stream()
        .anyMatch(o -> o != DiscoveryOptions.ROOT && o.find(values).isEmpty())) {
      return Optional.empty();
    }
    List<CatalogSchemaName> schemas = DiscoveryOptions.UNITY_SCHEMAS.from(values);
    Optional<CatalogConfig> catalog =
        schemas.isEmpty() ? Optional.empty() : CatalogConfigParser.parse(values);
    if (root.isPresent() == catalog.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new DiscoveryConfig(
            root,
            schemas,
            catalog,
            DiscoveryOptions.DEPTH.from(values),
            DiscoveryOptions.INCLUDE_LIST.from(values),
            DiscoveryOptions.EXCLUDE_LIST.from(values),
            DiscoveryOptions.KEYS.from(values),
            DiscoveryOptions.INTERVAL_MS.from(values)));
  }

  /** Returns the option that says where tables are discovered. */
  public Option<?> option() {
    return root.isPresent() ? DiscoveryOptions.ROOT : DiscoveryOptions.UNITY_SCHEMAS;
  }

  /** Returns where tables are discovered, such as {@code below /lake} or {@code in main.sales}. */
  public String place() {
    if (root.isPresent()) {
      return "below " + Redaction.hide(root.get());
    }
    String named =
        schemas.stream()
            .limit(MAX_NAMED)
            .map(CatalogSchemaName::fullName)
            .collect(Collectors.joining(", "));
    int more = schemas.size() - MAX_NAMED;
    return "in " + named + (more > 0 ? " and " + more + " more schemas" : "");
  }

  /** Returns what follows the path of a table in a message. */
  public String placeOfPath() {
    return root.isPresent() ? place() : "in Unity Catalog";
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
