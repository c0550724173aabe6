package io.deltacdf.connect.catalog;

import java.util.List;
import java.util.OptionalLong;

/**
 * Credentials that a catalog hands out for the files of one table. Their text shows no secrets.
 *
 * @param kind the kind of store that they are for
 * @param secrets for S3 the access key, the secret key and the session token; otherwise a token
 * @param lifetimeMillis how long they are valid from now on; empty if they do not expire
 */
public record StoreCredentials(Kind kind, List<String> secrets, OptionalLong lifetimeMillis) {
  /** The kinds of stores. */
  public enum Kind {
    /** Amazon S3 and compatible stores. */
    S3,
    /** Azure, with a shared access signature. */
    AZURE,
    /** Google Cloud Storage. */
    GCS,
    /** No credentials are needed, as for files of a local disk. */
    NONE
  }

  public StoreCredentials {
    secrets = List.copyOf(secrets);
  }

  @Override
  public String toString() {
    return "StoreCredentials[" + kind + "]";
  }
}
