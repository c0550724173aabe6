package io.deltacdf.connect.config.catalog;

import io.deltacdf.connect.config.catalog.CatalogConfig.Auth;
import io.deltacdf.connect.config.catalog.CatalogConfig.AuthType;
import io.deltacdf.connect.config.catalog.CatalogConfig.OAuth;
import io.deltacdf.connect.config.catalog.CatalogConfig.Token;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the catalog of a table in the options of the table and of the connector. */
public final class CatalogConfigParser {
  /** The path of the token endpoint of Databricks. */
  private static final String TOKEN_PATH = "/oidc/v1/token";

  private CatalogConfigParser() {}

  /** Returns the catalog of a table, whose options must be valid; empty if it has none. */
  public static Optional<CatalogConfig> parse(OptionValues values, String table, String path) {
    return CatalogTableName.isIn(path)
        ? Optional.of(parse(new Lookup(values, Optional.of(table))))
        : Optional.empty();
  }

  /**
   * Returns the catalog of the connector, in which tables are discovered; empty if an option is
   * missing or not valid.
   */
  public static Optional<CatalogConfig> parse(OptionValues values) {
    Lookup lookup = new Lookup(values, Optional.empty());
    boolean isValid =
        Stream.of(CatalogOptions.AUTH_TYPE, CatalogOptions.OAUTH_SCOPE, CatalogOptions.CREDENTIALS)
            .allMatch(option -> lookup.find(option).isPresent());
    return isValid && problems(lookup, "").isEmpty()
        ? Optional.of(parse(lookup))
        : Optional.empty();
  }

  private static CatalogConfig parse(Lookup values) {
    URI uri = withoutSlash(values.get(CatalogOptions.URI));
    Auth auth =
        switch (values.get(CatalogOptions.AUTH_TYPE)) {
          case TOKEN -> new Token(values.get(CatalogOptions.TOKEN).value());
          case OAUTH ->
              new OAuth(
                  values
                      .find(CatalogOptions.OAUTH_URI)
                      .orElseGet(() -> URI.create(uri + TOKEN_PATH)),
                  values.get(CatalogOptions.OAUTH_CLIENT_ID),
                  values.get(CatalogOptions.OAUTH_CLIENT_SECRET).value(),
                  values.get(CatalogOptions.OAUTH_SCOPE));
        };
    return new CatalogConfig(uri, auth, values.get(CatalogOptions.CREDENTIALS));
  }

  private static URI withoutSlash(URI uri) {
    return URI.create(
        uri.toString().replaceFirst("/+$", "").replaceFirst("/api/2[.]1/unity-catalog$", ""));
  }

  /** The options that apply to a table, or to the connector if there is no table. */
  private record Lookup(OptionValues values, Optional<String> table) {
    <T> Optional<T> find(Option<T> option) {
      return table.flatMap(name -> option.findOwn(values, name)).or(() -> option.find(values));
    }

    <T> T get(Option<T> option) {
      return find(option)
          .orElseThrow(() -> new IllegalStateException("Option '" + option + "' has no value"));
    }
  }

  /**
   * Returns what is missing for a table whose path is a name in a catalog: an error for each option
   * by its name. All options of the group must be valid.
   */
  public static Map<String, String> problems(OptionValues values, String table, String path) {
    return CatalogTableName.isIn(path)
        ? problems(
            new Lookup(values, Optional.of(table)),
            "Must be set, because the path of table '" + table + "' is " + path + ". ")
        : Map.of();
  }

  /**
   * Returns what is missing for tables that are discovered in a catalog: an error for each option
   * by its name. All options of the group must be valid.
   */
  public static Map<String, String> problemsOfDiscovery(OptionValues values, String option) {
    return problems(
        new Lookup(values, Optional.empty()), "Must be set, because " + option + " is set. ");
  }

  private static Map<String, String> problems(Lookup values, String why) {
    Map<String, String> problems = new LinkedHashMap<>();
    if (values.find(CatalogOptions.URI).isEmpty()) {
      problems.put(
          CatalogOptions.URI.name(),
          why + "It is the address of the catalog, which is that of the workspace for Databricks");
    }
    if (values.get(CatalogOptions.AUTH_TYPE) == AuthType.TOKEN) {
      if (values.find(CatalogOptions.TOKEN).isEmpty()) {
        problems.put(
            CatalogOptions.TOKEN.name(),
            why
                + "To sign in as a service principal instead, set "
                + CatalogOptions.AUTH_TYPE
                + "=oauth");
      }
      return problems;
    }
    for (Option<?> option :
        List.of(CatalogOptions.OAUTH_CLIENT_ID, CatalogOptions.OAUTH_CLIENT_SECRET)) {
      if (values.find(option).isEmpty()) {
        problems.put(
            option.name(), why + "It is needed with " + CatalogOptions.AUTH_TYPE + "=oauth");
      }
    }
    return problems;
  }
}
