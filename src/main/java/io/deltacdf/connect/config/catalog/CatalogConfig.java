package io.deltacdf.connect.config.catalog;

import java.net.URI;
import java.util.List;

/**
 * The catalog of a table, and how it is asked.
 *
 * @param uri the address without a slash at its end
 * @param auth how the connector signs in
 * @param credentials the credentials that files are read with
 */
public record CatalogConfig(URI uri, Auth auth, Credentials credentials) {
  /** {@code unity.catalog.auth.type}. */
  public enum AuthType {
    TOKEN,
    OAUTH
  }

  /** {@code unity.catalog.credentials}. */
  public enum Credentials {
    /** The catalog hands them out for each table. */
    VENDED,
    /** Those of the connector or of the worker. */
    NONE
  }

  /** How the connector signs in to a catalog. Its text shows no secrets. */
  public sealed interface Auth {
    /** Returns the secrets that must not be shown. */
    List<String> secrets();
  }

  /** A token that does not change. */
  public record Token(String token) implements Auth {
    @Override
    public List<String> secrets() {
      return List.of(token);
    }

    @Override
    public String toString() {
      return "Token";
    }
  }

  /** The client credentials of a service principal. */
  public record OAuth(URI uri, String clientId, String clientSecret, String scope) implements Auth {
    @Override
    public List<String> secrets() {
      return List.of(clientSecret);
    }

    @Override
    public String toString() {
      return "OAuth[" + uri + ", " + clientId + "]";
    }
  }
}
