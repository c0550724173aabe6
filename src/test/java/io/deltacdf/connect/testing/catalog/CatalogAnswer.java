package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

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

  /**
   * Returns the text of the body. Unity Catalog's server writes null for what an answer lacks,
   * although its own schemas do not allow that.
   */
  String text() {
    JsonNode node = body.deepCopy();
    switch (schema) {
      case "DeltaErrorResponse" -> ((ObjectNode) node.path("error")).putNull("stack");
      case "ListTablesResponse" -> {
        addNull(node, "next_page_token");
        node.path("tables").forEach(CatalogAnswer::addNullsOfTable);
      }
      case "TableInfo" -> addNullsOfTable(node);
      case "TemporaryCredentials" ->
          List.of("aws_temp_credentials", "azure_user_delegation_sas", "gcp_oauth_token")
              .forEach(name -> addNull(node, name));
      default -> {}
    }
    return node.toString();
  }

  private static void addNullsOfTable(JsonNode table) {
    List.of("comment", "owner", "created_by", "data_source_format", "storage_location")
        .forEach(name -> addNull(table, name));
    table.path("columns").forEach(column -> addNull(column, "comment"));
  }

  private static void addNull(JsonNode node, String name) {
    if (!node.has(name)) {
      ((ObjectNode) node).putNull(name);
    }
  }

  static CatalogAnswer empty(int status) {
    return new CatalogAnswer(status, MissingNode.getInstance(), "");
  }
}
