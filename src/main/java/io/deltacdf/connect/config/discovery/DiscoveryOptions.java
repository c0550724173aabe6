package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.OptionTypes;
import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The group "Discovery": tables that are found below a directory or in a catalog, unlisted. */
public final class DiscoveryOptions {
  public static final OptionGroup GROUP = new OptionGroup("Discovery");

  /** Tables deeper than this below a root would cost too many listings. */
  private static final int MAX_DEPTH = 10;

  public static final Option<String> ROOT =
      GROUP.add(
          Option.of("discovery.root", OptionTypes.path())
              .displayName("Root")
              .documentation(
                  """
                  A directory whose Delta tables are published without being listed in `tables`, as
                  a local path or a URI such as `s3a://bucket/lake`. The connector looks for tables
                  at its start and then every `discovery.interval.ms`. The name of a table is its
                  path below the root, with an underscore for every character other than letters,
                  digits, `_` and `-`: `sales/orders` becomes `sales_orders`. If two paths lead to
                  the same name, neither is published, unless one was published before.

                  All other options apply to discovered tables too. `tables.<name>.<option>` sets an
                  option, except the path, for one of them. A table that is listed in `tables` is
                  not discovered. If this option is set, the default of `table.failure.policy` is
                  `isolate`.
                  """));

  public static final Option<List<CatalogSchemaName>> UNITY_SCHEMAS =
      GROUP.add(
          Option.of("discovery.unity.schemas", CatalogSchemaName.list())
              .defaultValue(List.of())
              .displayName("Schemas of Unity Catalog")
              .documentation(
                  """
                  Schemas of Unity Catalog whose Delta tables are published without being listed in
                  `tables`, separated by commas, such as `main.sales,main.hr`. It is used instead of
                  `discovery.root`, needs `unity.catalog.uri`, and works like it: the connector
                  looks for tables at its start and then every `discovery.interval.ms`. The path of
                  a table is its name in three parts, so `main.sales.orders` has the name
                  `main_sales_orders`. The columns of a `PRIMARY KEY` constraint are the key of a
                  table, if the catalog has it. Views and tables of other formats are left out.
                  """));

  public static final Option<Integer> DEPTH =
      GROUP.add(
          Option.of("discovery.depth", OptionTypes.intBetween(1, MAX_DEPTH))
              .defaultValue(1)
              .displayName("Depth")
              .documentation(
                  """
                  How many levels of directories below the root to search: 1 if tables are directly
                  in the root, 2 if they are also in its directories (such as `sales/orders`), and
                  so on. Directories of tables are not searched, and neither are those whose names
                  start with `_` or `.` or contain `=`.
                  """));

  public static final Option<PathPatterns> INCLUDE_LIST =
      GROUP.add(
          Option.of("discovery.include.list", PathPatterns.type())
              .defaultValue(PathPatterns.NONE)
              .displayName("Tables to publish")
              .documentation(
                  """
                  The tables to publish: regular expressions, separated by commas, that match a
                  whole path below the root, such as `sales/.*`, or a whole name in the catalog,
                  such as `main.sales.ord.*`. If the list is empty, all tables are published.
                  """));

  public static final Option<PathPatterns> EXCLUDE_LIST =
      GROUP.add(
          Option.of("discovery.exclude.list", PathPatterns.type())
              .defaultValue(PathPatterns.NONE)
              .displayName("Tables to leave out")
              .documentation(
                  """
                  The tables and directories to leave out: regular expressions, separated by commas,
                  that match a whole path below the root, or a whole name in the catalog. What is
                  below an excluded directory is left out too, and is not searched. A table that
                  both lists match is left out.
                  """));

  public static final Option<KeyRules> KEYS =
      GROUP.add(
          Option.of("discovery.keys", KeyRules.type())
              .defaultValue(new KeyRules(List.of()))
              .importance(Importance.HIGH)
              .displayName("Keys by pattern")
              .documentation(
                  """
                  The key columns of discovered tables: rules of the form
                  `<pattern>:<column>,<column>`, separated by semicolons, as in Debezium's
                  `message.key.columns`. The pattern is a regular expression that matches a whole
                  path below the root, or a whole name in the catalog, and the first rule that
                  matches a table applies. In a catalog, a `PRIMARY KEY` constraint comes before
                  these rules. A table that no rule matches has the `key` of the connector. A table that has no key, or whose
                  key columns do not exist, is skipped and reported, unless it needs no key because
                  of `commit.consolidation=none`. `tables.<name>.key` takes precedence.
                  """));

  public static final Option<Duration> INTERVAL_MS =
      GROUP.add(
          Option.of("discovery.interval.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofMinutes(1))
              .importance(Importance.LOW)
              .displayName("Interval")
              .documentation(
                  """
                  How often, in milliseconds, to look for tables. Whenever the tables change,
                  Connect restarts all tasks of the connector. This happens at most once in five
                  minutes; tables that are found in the meantime wait, and start together.
                  """));

  private DiscoveryOptions() {}
}
