package io.deltacdf.connect.config;

import io.deltacdf.connect.config.RecordConfig.HeaderRecords;
import io.deltacdf.connect.config.catalog.CatalogConfigParser;
import io.deltacdf.connect.config.catalog.CatalogOptions;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.discovery.DiscoveryOptions;
import io.deltacdf.connect.config.option.Option;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks options of the connector against each other. */
final class OptionRules {
  private static final Pattern HEADER_PREDICATE = Pattern.compile("predicates\\.[^.]+\\.name");

  /** The default of Kafka's producers. */
  private static final String DEFAULT_TRANSACTION_TIMEOUT = "60000";

  private OptionRules() {}

  static void check(ValidatedOptions options) {
    checkTables(options);
    checkDeletesHaveChangeType(options);
    checkNotAbove(options, FlowOptions.POLL_INTERVAL_MIN_MS, FlowOptions.POLL_INTERVAL_MS);
    checkNotAbove(
        options, ErrorOptions.READ_RETRY_DELAY_INITIAL_MS, ErrorOptions.READ_RETRY_DELAY_MAX_MS);
    checkTransactionTimeout(options);
    checkHadoopNames(options);
    checkHeaderPredicates(options);
  }

  /** Connect's own transactions are not limited by {@code transaction.max.ms}. */
  private static void checkTransactionTimeout(ValidatedOptions options) {
    Optional<Duration> max = FlowOptions.TRANSACTION_MAX_MS.find(options);
    if (!ConnectOptions.definesTransactions(options.set()) || max.isEmpty()) {
      return;
    }
    String timeout =
        options.set().getOrDefault(ConnectOptions.TRANSACTION_TIMEOUT, DEFAULT_TRANSACTION_TIMEOUT);
    if (timeout.trim().matches("\\d{1,9}")
        && max.get().toMillis() >= Integer.parseInt(timeout.trim())) {
      options.error(
          FlowOptions.TRANSACTION_MAX_MS.name(),
          "Must be less than "
              + ConnectOptions.TRANSACTION_TIMEOUT
              + ", which is "
              + timeout.trim()
              + ": Kafka aborts a transaction that is open for longer, and the task fails");
    }
  }

  /** Tables are listed, discovered, or both. */
  private static void checkTables(ValidatedOptions options) {
    if (DiscoveryConfig.isIn(options.set())) {
      checkDiscovery(options);
      return;
    }
    if (TableOptions.TABLES.find(options).filter(List::isEmpty).isPresent()) {
      options.error(
          TableOptions.TABLES.name(),
          "Missing required configuration. Must name at least one table, unless "
              + DiscoveryOptions.ROOT
              + " or "
              + DiscoveryOptions.UNITY_SCHEMAS
              + " is set");
    }
    DiscoveryOptions.GROUP.options().stream()
        .filter(option -> option != DiscoveryOptions.UNITY_SCHEMAS)
        .map(Option::name)
        .filter(options::isSet)
        .forEach(
            option ->
                options.error(
                    option,
                    "Has no effect, unless "
                        + DiscoveryOptions.ROOT
                        + " or "
                        + DiscoveryOptions.UNITY_SCHEMAS
                        + " is set"));
  }

  /** Tables are discovered in one place, so that a path means one thing. */
  private static void checkDiscovery(ValidatedOptions options) {
    String schemas = DiscoveryOptions.UNITY_SCHEMAS.name();
    if (DiscoveryOptions.UNITY_SCHEMAS.find(options).orElse(List.of()).isEmpty()) {
      return;
    }
    if (options.isSet(DiscoveryOptions.ROOT.name())) {
      options.error(
          schemas,
          "Set either this option or "
              + DiscoveryOptions.ROOT
              + ", not both. To publish tables of both places, create two connectors, each with a "
              + TableOptions.TOPIC_PREFIX
              + " of its own");
      return;
    }
    if (options.isSet(DiscoveryOptions.DEPTH.name())) {
      options.error(
          DiscoveryOptions.DEPTH.name(),
          "Has no effect with " + schemas + ", because schemas have no directories");
    }
    if (CatalogOptions.GROUP.options().stream().noneMatch(o -> options.isInvalid(o.name()))) {
      CatalogConfigParser.problemsOfDiscovery(options, schemas).forEach(options::error);
    }
  }

  private static void checkDeletesHaveChangeType(ValidatedOptions options) {
    RecordOptions.DELETE_HANDLING
        .find(options)
        .filter(RecordConfig.DeleteHandling::isRewrite)
        .filter(mode -> lacksChangeType(options))
        .ifPresent(
            mode ->
                options.error(
                    RecordOptions.DELETE_HANDLING.name(),
                    "With the value '"
                        + RecordOptions.DELETE_HANDLING.text(mode)
                        + "', only the field "
                        + RecordOptions.CHANGE_TYPE_COLUMN
                        + " distinguishes a deleted row from other rows. Add it to "
                        + RecordOptions.METADATA_COLUMNS));
  }

  /** Returns whether values have no field that says what happened to a row. */
  static boolean lacksChangeType(ValidatedOptions options) {
    return RecordOptions.METADATA_COLUMNS
        .find(options)
        .filter(columns -> !columns.contains(RecordOptions.CHANGE_TYPE_COLUMN))
        .isPresent();
  }

  /** Only checks a lower bound that is set; {@link FlowConfigParser} adjusts a default. */
  private static void checkNotAbove(
      ValidatedOptions options, Option<Duration> lower, Option<Duration> upper) {
    Optional<Duration> low = lower.find(options);
    Optional<Duration> high = upper.find(options);
    if (options.isSet(lower.name())
        && low.isPresent()
        && high.isPresent()
        && low.get().compareTo(high.get()) > 0) {
      options.error(
          lower.name(), "Must not exceed " + upper + ", which is " + upper.text(high.get()));
    }
  }

  /** A predicate on a header that no record has would silently keep its transform from running. */
  private static void checkHeaderPredicates(ValidatedOptions options) {
    if (RecordOptions.HEADERS.find(options).orElse(HeaderRecords.ALL) != HeaderRecords.NONE) {
      return;
    }
    options.set().entrySet().stream()
        .filter(
            entry ->
                HEADER_PREDICATE.matcher(entry.getKey()).matches()
                    && entry.getValue().startsWith(RecordOptions.HEADER_PREFIX))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry ->
                options.error(
                    RecordOptions.HEADERS.name(),
                    "With the value 'none', no record has the header '%s' that %s names. Set %s to 'all', or remove the predicate"
                        .formatted(entry.getValue(), entry.getKey(), RecordOptions.HEADERS)));
  }

  private static void checkHadoopNames(ValidatedOptions options) {
    StorageOptions.hadoop(options.set()).keySet().stream()
        .filter(String::isBlank)
        .forEach(
            name ->
                options.error(
                    StorageOptions.HADOOP_PREFIX + name,
                    "The prefix must be followed by the name of a Hadoop option"));
  }
}
