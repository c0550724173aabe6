package io.deltacdf.connect.cli.discovery;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.discovery.DiscoveryChecks;
import io.deltacdf.connect.discovery.Look;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The discovered tables of a connector that has no tasks, which would name them. Their offsets name
 * those that were published; where they are is looked up as the connector does at its start.
 *
 * @param tables those that are found, by their names
 * @param reasons why others are not published, by their names
 * @param failure why the place of the tables cannot be listed; empty if it can
 */
public record FollowedTables(
    Map<String, TableConfig> tables, Map<String, String> reasons, Optional<String> failure) {
  /** Of a command whose user waits. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /**
   * Looks for the tables of a configuration.
   *
   * @param options those of the connector, which must be valid
   */
  public static FollowedTables find(Map<String, String> options, Storage storage)
      throws InterruptedException {
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    Optional<DiscoveryConfig> config = validation.discovery();
    if (config.isEmpty()) {
      return new FollowedTables(Map.of(), Map.of(), Optional.empty());
    }
    try {
      Look look = DiscoveryChecks.look(validation, config.get(), storage, LIMIT);
      Map<String, TableConfig> tables = new HashMap<>();
      look.tables().forEach(it -> tables.put(it.table().name(), it.config()));
      Map<String, String> reasons = new HashMap<>();
      look.skipped()
          .forEach((path, why) -> reasons.put(DiscoveredTable.nameOf(path), why.reason()));
      return new FollowedTables(tables, reasons, Optional.empty());
    } catch (DeltaCdfException e) {
      return new FollowedTables(Map.of(), Map.of(), Optional.of(e.getMessage()));
    }
  }

  /** Returns why a table that was published cannot be looked at; empty if it is just not there. */
  public Optional<String> problem(String table) {
    return Optional.ofNullable(reasons.get(table)).or(() -> failure);
  }
}
