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

/** Finds the catalog of a table in the options of the table and of the connector. */
public final class CatalogConfigParser {
  /** The path of the token endpoint of Databricks. */
  private static final String TOKEN_PATH = "/oidc/v1/token";

  private CatalogConfigParser() {}

  /** Returns the catalog of a table, whose options must be valid; empty if it has none. */
  public static Optional<CatalogConfig> parse(OptionValues values, String table, String path) {
    return CatalogTableName.isIn(path) ? Optional.of(parse(values, table)) : Optional.empty();
  }

  private static CatalogConfig parse(OptionValues values, String table) {
    URI uri = withoutSlash(CatalogOptions.URI.from(values, table));
    Auth auth =
        switch (CatalogOptions.AUTH_TYPE.from(values, table)) {
          case TOKEN -> new Token(CatalogOptions.TOKEN.from(values, table).value());
          case OAUTH ->
              new OAuth(
                  find(CatalogOptions.OAUTH_URI, values, table)
                      .orElseGet(() -> uri.resolve(TOKEN_PATH)),
                  CatalogOptions.OAUTH_CLIENT_ID.from(values, table),
                  CatalogOptions.OAUTH_CLIENT_SECRET.from(values, table).value(),
                  CatalogOptions.OAUTH_SCOPE.from(values, table));
        };
    return new CatalogConfig(uri, auth, CatalogOptions.CREDENTIALS.from(values, table));
  }

  private static URI withoutSlash(URI uri) {
    return URI.create(
        uri.toString().replaceFirst("/+$", "").replaceFirst("/api/2[.]1/unity-catalog$", ""));
  }

  private static <T> Optional<T> find(Option<T> option, OptionValues values, String table) {
    return option.findOwn(values, table).or(() -> option.find(values));
  }

  /**
   * Returns what is missing for a table whose path is a name in a catalog: an error for each option
   * by its name. All options of the group must be valid.
   */
  public static Map<String, String> problems(OptionValues values, String table, String path) {
    Map<String, String> problems = new LinkedHashMap<>();
    if (!CatalogTableName.isIn(path)) {
      return problems;
    }
    String why = "Must be set, because the path of table '" + table + "' is " + path + ". ";
    if (find(CatalogOptions.URI, values, table).isEmpty()) {
      problems.put(
          CatalogOptions.URI.name(),
          why + "It is the address of the catalog, which is that of the workspace for Databricks");
    }
    AuthType type = CatalogOptions.AUTH_TYPE.from(values, table);
    if (type == AuthType.TOKEN) {
      if (find(CatalogOptions.TOKEN, values, table).isEmpty()) {
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
      if (find(option, values, table).isEmpty()) {
        problems.put(
            option.name(), why + "It is needed with " + CatalogOptions.AUTH_TYPE + "=oauth");
      }
    }
    return problems;
  }
}
