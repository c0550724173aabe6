package io.deltacdf.connect.config.catalog;

import io.deltacdf.connect.config.option.EnumType;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.net.URI;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.types.Password;

/** The group "Unity Catalog": tables whose paths are names in a catalog. */
public final class CatalogOptions {
  public static final OptionGroup GROUP = new OptionGroup("Unity Catalog");

  public static final Option<URI> URI =
      GROUP.add(
          Option.of("unity.catalog.uri", CatalogOptionTypes.address())
              .displayName("Catalog")
              .inheritable()
              .documentation(
                  """
                  The address of Unity Catalog, for tables whose path is
                  `uc://catalog.schema.table`. For Databricks it is that of the workspace, such as
                  `https://dbc-a1b2c3d4-e5f6.cloud.databricks.com`; for the open server it is that
                  of the server, such as `https://catalog.example.com:8080`.
                  """));

  public static final Option<CatalogConfig.AuthType> AUTH_TYPE =
      GROUP.add(
          Option.of("unity.catalog.auth.type", EnumType.underscored(CatalogConfig.AuthType.class))
              .defaultValue(CatalogConfig.AuthType.TOKEN)
              .displayName("Authentication")
              .inheritable()
              .documentation(
                  """
                  How the connector signs in to the catalog.

                  - `token`: with `unity.catalog.token`.
                  - `oauth`: with the client credentials of a service principal,
                  `unity.catalog.oauth.client.id` and `unity.catalog.oauth.client.secret`. Tokens
                  are requested when they are needed, and renewed before they expire.
                  """));

  public static final Option<Password> TOKEN =
      GROUP.add(
          Option.of("unity.catalog.token", CatalogOptionTypes.secret())
              .displayName("Token")
              .inheritable()
              .documentation(
                  """
                  The token that the catalog is asked with (`unity.catalog.auth.type=token`), such
                  as a personal access token of Databricks. Provide it through a config provider of
                  Connect, as in `${file:/etc/secrets.properties:unity-token}`.
                  """));

  public static final Option<URI> OAUTH_URI =
      GROUP.add(
          Option.of("unity.catalog.oauth.uri", CatalogOptionTypes.address())
              .importance(Importance.LOW)
              .displayName("OAuth endpoint")
              .inheritable()
              .documentation(
                  """
                  The address that tokens are requested from. By default it is `/oidc/v1/token` of
                  `unity.catalog.uri`, as Databricks has it.
                  """));

  public static final Option<String> OAUTH_CLIENT_ID =
      GROUP.add(
          Option.of("unity.catalog.oauth.client.id", CatalogOptionTypes.notBlank())
              .displayName("OAuth client")
              .inheritable()
              .documentation("The id of the client, which is that of the service principal."));

  public static final Option<Password> OAUTH_CLIENT_SECRET =
      GROUP.add(
          Option.of("unity.catalog.oauth.client.secret", CatalogOptionTypes.secret())
              .displayName("OAuth secret")
              .inheritable()
              .documentation(
                  """
                  The secret of the client. Provide it through a config provider of Connect, as in
                  `${file:/etc/secrets.properties:unity-secret}`.
                  """));

  public static final Option<String> OAUTH_SCOPE =
      GROUP.add(
          Option.of("unity.catalog.oauth.scope", CatalogOptionTypes.notBlank())
              .defaultValue("all-apis")
              .importance(Importance.LOW)
              .displayName("OAuth scope")
              .inheritable()
              .documentation("The scope of the tokens that are requested."));

  public static final Option<CatalogConfig.Credentials> CREDENTIALS =
      GROUP.add(
          Option.of(
                  "unity.catalog.credentials",
                  EnumType.underscored(CatalogConfig.Credentials.class))
              .defaultValue(CatalogConfig.Credentials.VENDED)
              .displayName("Credentials of the store")
              .inheritable()
              .documentation(
                  """
                  The credentials that the files of a table are read with.

                  - `vended`: those that the catalog hands out for the table. They allow reading
                  this table only, and are renewed before they expire. The principal needs
                  `EXTERNAL USE SCHEMA` on the schema.
                  - `none`: those of the connector (`hadoop.*`) or of the worker, as for a table
                  that is given by its path.
                  """));

  private CatalogOptions() {}
}
