package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TableOptions;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.discovery.Look.Skipped;
import io.deltacdf.connect.table.storage.Directories;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives found tables their names and options. Does not read them: what is wrong with a table here
 * is wrong with its path or its options.
 */
final class Selection {
  private final DiscoveryConfig discovery;
  private final ConfigValidation connector;

  /** The options without those of tables. */
  private final Map<String, String> general = new HashMap<>();

  /** The errors that the connector has without any discovered table. */
  private final Set<String> generalErrors;

  private final Set<String> listedNames;
  private final Set<String> listedLocations = new HashSet<>();
  private final Directories directories;
  private final Map<String, String> ownersOfTopics = new HashMap<>();

  Selection(DiscoveryConfig discovery, ConfigValidation connector, Directories directories) {
    this.discovery = discovery;
    this.connector = connector;
    this.directories = directories;
    this.generalErrors = new HashSet<>(connector.errors());
    this.listedNames = Set.copyOf(DeltaSourceConfig.tableNames(connector.set()));
    for (TableConfig listed : connector.tables()) {
      locationOf(listed).ifPresent(listedLocations::add);
      ownersOfTopics.put(listed.topic(), listed.name());
    }
    connector
        .set()
        .forEach(
            (option, value) -> {
              if (Option.tableOf(option).isEmpty()) {
                general.put(option, value);
              }
            });
  }

  /** Returns where a listed table is, unless its name is one of another catalog. */
  private Optional<String> locationOf(TableConfig listed) {
    if (!CatalogTableName.isIn(listed.path())) {
      return Optional.of(directories.normalize(listed.path()));
    }
    return discovery
        .catalog()
        .filter(
            catalog -> listed.catalog().filter(it -> it.uri().equals(catalog.uri())).isPresent())
        .map(catalog -> listed.path().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether a table is one that the configuration lists, by its name or by its directory,
   * so that it is not discovered.
   */
  boolean isListed(FoundTable table) {
    // Unity Catalog does not distinguish upper and lower case.
    return listedLocations.contains(
            CatalogTableName.isIn(table.location())
                ? table.location().toLowerCase(Locale.ROOT)
                : table.location())
        || (!table.directory().isEmpty()
            && listedLocations.contains(directories.normalize(table.directory())));
  }

  /** Returns why the name of a path cannot be used; empty if it can. */
  Optional<Skipped> nameProblem(String path) {
    String name = DiscoveredTable.nameOf(path);
    return listedNames.contains(name)
        ? Optional.of(
            new Skipped(
                Look.Kind.NAME,
                "Its name would be '"
                    + name
                    + "', which is the name of another table in 'tables'. Rename that one, or leave"
                    + " this one out with 'discovery.exclude.list'."))
        : Optional.empty();
  }

  static Skipped collision(String path, String otherPath) {
    return new Skipped(
        Look.Kind.NAME,
        "Its name would be '"
            + DiscoveredTable.nameOf(path)
            + "', as that of "
            + otherPath
            + ". Leave one of the two out with 'discovery.exclude.list', or list one in 'tables'"
            + " under another name.");
  }

  DiscoveredTable table(String path, FoundTable found) {
    return DiscoveredTable.of(path, found.location(), found.primaryKey(), discovery.keys());
  }

  /** Merges the options of a table; adds why this is not possible to the skipped tables. */
  Optional<Candidate> candidate(DiscoveredTable table, Map<String, Skipped> skipped) {
    Map<String, String> options = new HashMap<>(general);
    connector
        .set()
        .forEach(
            (option, value) -> {
              if (Option.tableOf(option).filter(table.name()::equals).isPresent()) {
                options.put(option, value);
              }
            });
    table.addTo(options);
    options.put(TableOptions.TABLES.name(), table.name());
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    List<String> errors = new ArrayList<>(new LinkedHashSet<>(validation.errors()));
    errors.removeAll(generalErrors);
    List<TableConfig> configs = validation.tables();
    if (!errors.isEmpty() || configs.isEmpty()) {
      String hint = table.key().isPresent() ? "" : " " + noKey(table.path());
      skipped.put(
          table.path(), new Skipped(Look.Kind.OPTIONS, String.join("; ", errors) + "." + hint));
      return Optional.empty();
    }
    return Optional.of(new Candidate(table, configs.get(0)));
  }

  private String noKey(String path) {
    return discovery.catalog().isPresent()
        ? "The catalog gives no PRIMARY KEY, and no rule of 'discovery.keys' matches " + path
        : "No rule of 'discovery.keys' matches " + path;
  }

  /**
   * Returns why the topic of a table cannot be used; empty if it can.
   *
   * @param accepted the other discovered tables
   */
  Optional<Skipped> topicProblem(Candidate candidate, List<Candidate> accepted) {
    String topic = candidate.config().topic();
    Optional<String> owner =
        Optional.ofNullable(ownersOfTopics.get(topic))
            .or(
                () ->
                    accepted.stream()
                        .filter(other -> other.config().topic().equals(topic))
                        .map(other -> other.table().name())
                        .findFirst());
    return owner.map(
        name ->
            new Skipped(
                Look.Kind.NAME,
                "Its topic '"
                    + topic
                    + "' already belongs to table '"
                    + name
                    + "'. Set "
                    + TableOptions.TOPIC.nameFor(candidate.table().name())
                    + " to another one."));
  }
}
