package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.PathPolicy;
import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.discovery.DiscoveryOptions;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.Suggestions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the discovery of a configuration before it is accepted. It is an error if there is nothing
 * to publish, and the reason is certain; {@code table.missing=wait} makes it a warning. A table
 * that is skipped is a warning, and so is the failure of a store.
 */
public final class DiscoveryChecks {
  private static final Logger LOG = LoggerFactory.getLogger(DiscoveryChecks.class);
  private static final int MAX_LISTED = 10;

  private final ConfigValidation validation;
  private final DiscoveryConfig config;

  private DiscoveryChecks(ConfigValidation validation, DiscoveryConfig config) {
    this.validation = validation;
    this.config = config;
  }

  /**
   * Looks for the tables of a configuration, and adds what is wrong to its options.
   *
   * @param limit the time that this may take
   */
  public static void check(ConfigValidation validation, Duration limit) {
    validation
        .discovery()
        .ifPresent(config -> new DiscoveryChecks(validation, config).check(limit));
  }

  /**
   * Looks for the tables of a configuration once, as the connector does at its start, but without
   * knowing what has been published before.
   *
   * @throws DeltaCdfException if neither the root nor any schema can be listed
   * @throws InterruptedException if the thread was interrupted
   */
  public static Look look(
      ConfigValidation validation, DiscoveryConfig config, Storage storage, Duration limit)
      throws InterruptedException {
    return Discovery.of(config, validation, storage, limit, StoredTables.NONE).look();
  }

  private void check(Duration limit) {
    Storage storage =
        Storage.open(
            validation.hadoop(), RequestLimit.perSecond(validation.storeRequestsPerSecond()));
    // The tables get less time, so that what is known of the others can be reported.
    FutureTask<Look> task =
        new FutureTask<>(
            () -> look(validation, config, storage, limit.multipliedBy(4).dividedBy(5)));
    Thread thread = new Thread(task, "delta-cdf-discovery-check");
    thread.setDaemon(true);
    thread.setContextClassLoader(DiscoveryChecks.class.getClassLoader());
    thread.start();
    try {
      report(task.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      warn("it was not listed within " + limit.toMillis() + " ms");
    } catch (ExecutionException e) {
      failed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.interrupt();
      storage.close();
    }
  }

  private void failed(Throwable failure) {
    String message = Redaction.hide(String.valueOf(failure.getMessage()));
    boolean isCertain =
        failure instanceof DeltaCdfException known
            && (known.code() == ErrorCode.UNSUPPORTED_STORE
                || (known.code() == ErrorCode.NOT_A_TABLE && !waits()));
    if (isCertain) {
      validation.error(config.option().name(), message);
    } else {
      warn(message);
    }
  }

  private void warn(String why) {
    LOG.warn(
        "The tables {} could not be checked. The configuration is accepted without the check: {}",
        config.place(),
        why);
  }

  private boolean waits() {
    return validation.missingTables() == PathPolicy.Missing.WAIT;
  }

  private void report(Look look) {
    checkNames(look);
    checkSchemas(look);
    Map<String, Look.Skipped> skipped = look.skipped();
    boolean isCertain = skipped.values().stream().allMatch(Look.Skipped::isCertain);
    if (look.tables().isEmpty() && isCertain && !waits()) {
      validation.error(config.option().name(), nothingToPublish(look));
      return;
    }
    List<Map.Entry<String, Look.Skipped>> troubles =
        skipped.entrySet().stream().filter(it -> it.getValue().isTrouble()).toList();
    troubles.stream()
        .limit(MAX_LISTED)
        .forEach(
            it ->
                LOG.warn(
                    "{} {} would be skipped. {}",
                    it.getKey(),
                    config.placeOfPath(),
                    Redaction.hide(it.getValue().reason())));
    if (troubles.size() > MAX_LISTED) {
      LOG.warn("{} more would be skipped", troubles.size() - MAX_LISTED);
    }
  }

  /** A schema that does not exist is probably misspelled. */
  private void checkSchemas(Look look) {
    if (waits()) {
      return;
    }
    config.schemas().stream()
        .map(schema -> look.skipped().get(schema.fullName()))
        .filter(skipped -> skipped != null && skipped.isCertain())
        .forEach(
            skipped -> validation.error(config.option().name(), Redaction.hide(skipped.reason())));
  }

  /** Returns why there is nothing to publish, and what to change. */
  public static String nothingToPublish(Look look) {
    FoundTables found = look.found();
    List<String> parts = new ArrayList<>();
    if (!look.skipped().isEmpty()) {
      parts.add(
          "No table "
              + found.place()
              + " can be published: "
              + String.join(
                  " ",
                  look.skipped().entrySet().stream()
                      .limit(MAX_LISTED)
                      .map(it -> it.getKey() + ": " + it.getValue().reason())
                      .toList()));
    } else {
      parts.add("There is no table to discover " + found.place() + ".");
    }
    if (found.excluded() > 0) {
      parts.add(
          found.excluded()
              + " tables or directories are left out by "
              + DiscoveryOptions.INCLUDE_LIST
              + " and "
              + DiscoveryOptions.EXCLUDE_LIST
              + ".");
    }
    if (!found.others().isEmpty()) {
      parts.add(
          "These directories are no tables and are not searched: "
              + String.join(", ", found.others())
              + ". If tables are in them, increase "
              + DiscoveryOptions.DEPTH
              + ".");
    }
    parts.add("If tables will be created later, set table.missing=wait.");
    return String.join(" ", parts);
  }

  /** Options of a table that is neither listed nor found are probably misspelled. */
  private void checkNames(Look look) {
    if (!look.found().unreadable().isEmpty() || waits()) {
      return;
    }
    Set<String> names = new TreeSet<>();
    look.found().tables().keySet().forEach(path -> names.add(DiscoveredTable.nameOf(path)));
    for (String option : validation.set().keySet()) {
      Option.tableOf(option)
          .filter(table -> validation.discoveredNames().contains(table) && !names.contains(table))
          .ifPresent(
              table ->
                  validation.error(
                      option,
                      "There is no table '"
                          + table
                          + "', neither in 'tables' nor "
                          + config.place()
                          + "."
                          + Suggestions.didYouMean(table, names)));
    }
  }
}
