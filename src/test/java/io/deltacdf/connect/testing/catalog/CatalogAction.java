package io.deltacdf.connect.testing.catalog;

/** What a request asks of a catalog. */
public enum CatalogAction {
  /** Asks for a token by client credentials. */
  TOKEN,
  /** {@code GET /delta/v1/config}. */
  CONFIG,
  /** {@code GET /delta/v1/…/tables/{table}}. */
  LOAD_TABLE,
  /** {@code HEAD /delta/v1/…/tables/{table}}. */
  TABLE_EXISTS,
  /** {@code POST /delta/v1/…/tables}. */
  CREATE_TABLE,
  /** {@code POST /delta/v1/…/tables/{table}}: commits of writers, among others. */
  UPDATE_TABLE,
  /** {@code GET /delta/v1/…/tables/{table}/credentials}. */
  TABLE_CREDENTIALS,
  /** {@code GET /tables/{full name}} of the older API. */
  GET_TABLE,
  /** {@code GET /tables} of the older API. */
  LIST_TABLES,
  /** {@code GET /delta/preview/commits} of the older API. */
  GET_COMMITS,
  /** {@code POST /delta/preview/commits} of the older API. */
  COMMIT,
  /** {@code POST /temporary-table-credentials} of the older API. */
  TEMPORARY_CREDENTIALS,
  /** A request that this server does not know. */
  UNKNOWN;

  boolean isOfDeltaApi() {
    return switch (this) {
      case CONFIG, LOAD_TABLE, TABLE_EXISTS, CREATE_TABLE, UPDATE_TABLE, TABLE_CREDENTIALS -> true;
      default -> false;
    };
  }
}
