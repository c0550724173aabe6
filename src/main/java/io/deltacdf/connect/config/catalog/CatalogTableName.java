package io.deltacdf.connect.config.catalog;

import io.deltacdf.connect.config.OptionTypes;
import io.deltacdf.connect.config.option.OptionType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/**
 * The name that a table has in a catalog, which a path such as {@code uc://main.sales.orders}
 * gives.
 */
public record CatalogTableName(String catalog, String schema, String table) {
  /** What the paths of tables of a catalog start with. */
  public static final String PREFIX = "uc://";

  /**
   * The characters that Unity Catalog allows in names, except for the three that end a part. A part
   * may be quoted, as in SQL.
   */
  private static final String PART = "(`?)([^./`\\s\\p{Cntrl}]{1,255})";

  private static final Pattern PATH =
      Pattern.compile("uc://" + PART + "\\1\\." + PART + "\\3\\." + PART + "\\5");

  /** Returns whether a path is meant as the name of a table in a catalog. */
  public static boolean isIn(String path) {
    return path.strip().startsWith("uc:");
  }

  /** Returns the name that a path gives; empty if the path is not that of a table in a catalog. */
  public static Optional<CatalogTableName> of(String path) {
    Matcher matcher = PATH.matcher(path.strip());
    return matcher.matches()
        ? Optional.of(new CatalogTableName(matcher.group(2), matcher.group(4), matcher.group(6)))
        : Optional.empty();
  }

  /** The type of the option that says where a table is. */
  public static OptionType<String> pathOfTable() {
    OptionType<String> location = OptionTypes.path();
    return OptionType.ofText(
        "a local path, a URI such as s3a://bucket/table, or uc://catalog.schema.table",
        (option, value) -> {
          String path = (String) value;
          if (!isIn(path)) {
            return location.parse(option, value);
          } else if (of(path).isEmpty()) {
            throw new ConfigException(
                option,
                value,
                "The name of a table in Unity Catalog has three parts, as in"
                    + " uc://catalog.schema.table");
          }
          return of(path).orElseThrow().toString();
        });
  }

  /** Returns the name in three parts. */
  public String fullName() {
    return catalog + "." + schema + "." + table;
  }

  /** Returns the path, as options have it. */
  @Override
  public String toString() {
    return PREFIX + fullName();
  }
}
