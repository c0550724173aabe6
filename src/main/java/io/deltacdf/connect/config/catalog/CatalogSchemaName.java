package io.deltacdf.connect.config.catalog;

import io.deltacdf.connect.config.option.OptionType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The name of a schema in a catalog, such as {@code main.sales}. */
public record CatalogSchemaName(String catalog, String schema) {
  private static final Pattern NAME =
      Pattern.compile("([^./\\s\\p{Cntrl}]{1,255})\\.([^./\\s\\p{Cntrl}]{1,255})");

  /** The type of an option that names schemas. */
  @SuppressWarnings("unchecked") // Kafka parses every LIST to a list of strings
  public static OptionType<List<CatalogSchemaName>> list() {
    return new OptionType<>(
        Type.LIST,
        "names of schemas in the form catalog.schema",
        (option, value) -> parse(option, (List<String>) value),
        schemas -> schemas.stream().map(CatalogSchemaName::fullName).toList());
  }

  private static List<CatalogSchemaName> parse(String option, List<String> entries) {
    List<CatalogSchemaName> schemas = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String entry : entries) {
      Matcher matcher = NAME.matcher(entry);
      if (!matcher.matches()) {
        throw new ConfigException(
            option, entry, "The name of a schema has two parts, as in main.sales");
      }
      // Unity Catalog does not distinguish them.
      if (!seen.add(entry.toLowerCase(Locale.ROOT))) {
        throw new ConfigException(option, entry, "The schema is named twice");
      }
      schemas.add(new CatalogSchemaName(matcher.group(1), matcher.group(2)));
    }
    return schemas;
  }

  /** Returns the name of a table of this schema; empty if it is none that a path can give. */
  public Optional<CatalogTableName> table(String name) {
    return CatalogTableName.of(CatalogTableName.PREFIX + fullName() + "." + name);
  }

  /** Returns the name in two parts. */
  public String fullName() {
    return catalog + "." + schema;
  }

  @Override
  public String toString() {
    return fullName();
  }
}
