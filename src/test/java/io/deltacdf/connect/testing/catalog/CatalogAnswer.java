package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * An answer of a catalog.
 *
 * @param body missing for an answer without a body
 * @param schema the name of the schema of the body
 */
record CatalogAnswer(int status, JsonNode body, String schema) {
  static CatalogAnswer ok(JsonNode body, String schema) {
    return new CatalogAnswer(200, body, schema);
  }

  static CatalogAnswer empty(int status) {
    return new CatalogAnswer(status, MissingNode.getInstance(), "");
  }
}
