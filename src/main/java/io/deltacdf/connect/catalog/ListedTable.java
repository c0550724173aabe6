package io.deltacdf.connect.catalog;

import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A table or view that a catalog lists.
 *
 * @param schema the schema, as the configuration names it
 * @param name the name in the schema
 * @param id the catalog's own id of the table
 * @param type the type, such as {@code EXTERNAL} or {@code VIEW}; empty if the catalog gives none
 * @param format the format of the data, such as {@code DELTA}; empty if the catalog gives none
 * @param location the URI of the table's directory; empty if the catalog does not show it
 * @param updatedAt when it was changed last, in milliseconds since the epoch; 0 if not known
 * @param isBrowseOnly whether the principal may see that it exists, and no more
 */
public record ListedTable(
    CatalogSchemaName schema,
    String name,
    String id,
    String type,
    String format,
    String location,
    long updatedAt,
    boolean isBrowseOnly) {
  private static final Set<String> TABLES =
      Set.of("", "MANAGED", "EXTERNAL", "MANAGED_SHALLOW_CLONE", "EXTERNAL_SHALLOW_CLONE");

  /** Returns the name in three parts. */
  public String fullName() {
    return schema.fullName() + "." + name;
  }

  /** Returns why this is nothing that can be published, whatever its content is. */
  public Optional<String> unsuitable() {
    String kind = type.toUpperCase(Locale.ROOT);
    if (!TABLES.contains(kind)) {
      return Optional.of(
          "Its type is " + kind + ", and not a table that can be read from outside.");
    } else if (!format.isEmpty() && !format.equalsIgnoreCase("DELTA")) {
      return Optional.of("Its format is " + format.toUpperCase(Locale.ROOT) + ", and not Delta.");
    } else if (schema.table(name).isEmpty()) {
      return Optional.of("Its name has a character that no path can have.");
    }
    return Optional.empty();
  }
}
