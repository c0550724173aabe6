package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to a catalog.
 *
 * @param table the name of the table in three parts, or of the schema of a new table or a list;
 *     empty if the request names none
 * @param parameters the parameters of the query
 * @param text the body
 */
public record CatalogRequest(
    CatalogAction action, String table, Map<String, String> parameters, String text) {
  static final String TOKEN_PATH = "/oidc/v1/token";
  private static final String BASE = "/api/2.1/unity-catalog";
  private static final Pattern DELTA_TABLE =
      Pattern.compile("/delta/v1/catalogs/([^/]+)/schemas/([^/]+)/tables/([^/]+)(/credentials)?");

  private static final Pattern DELTA_TABLES =
      Pattern.compile("/delta/v1/catalogs/([^/]+)/schemas/([^/]+)/tables");

  static CatalogRequest of(HttpExchange exchange) throws IOException {
    URI uri = exchange.getRequestURI();
    String method = exchange.getRequestMethod();
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> parameters = parameters(uri);
    String path = uri.getRawPath();
    if (path.equals(TOKEN_PATH)) {
      return new CatalogRequest(CatalogAction.TOKEN, "", parameters, text);
    }
    path = path.startsWith(BASE) ? path.substring(BASE.length()) : "";
    Matcher table = DELTA_TABLE.matcher(path);
    if (table.matches()) {
      String name =
          decoded(table.group(1)) + "." + decoded(table.group(2)) + "." + decoded(table.group(3));
      return new CatalogRequest(
          tableAction(method, table.group(4) != null), name, parameters, text);
    }
    Matcher schema = DELTA_TABLES.matcher(path);
    if (schema.matches() && method.equals("POST")) {
      // The name of the table is in the body.
      String name = decoded(schema.group(1)) + "." + decoded(schema.group(2));
      return new CatalogRequest(CatalogAction.CREATE_TABLE, name, parameters, text);
    }
    if (path.startsWith("/tables/") && method.equals("GET")) {
      String name = decoded(path.substring("/tables/".length()));
      return new CatalogRequest(CatalogAction.GET_TABLE, name, parameters, text);
    }
    String listed =
        parameters.getOrDefault("catalog_name", "")
            + "."
            + parameters.getOrDefault("schema_name", "");
    CatalogAction action = action(method + " " + path);
    return new CatalogRequest(
        action, action == CatalogAction.LIST_TABLES ? listed : "", parameters, text);
  }

  private static CatalogAction tableAction(String method, boolean credentials) {
    if (credentials) {
      return method.equals("GET") ? CatalogAction.TABLE_CREDENTIALS : CatalogAction.UNKNOWN;
    }
    return switch (method) {
      case "GET" -> CatalogAction.LOAD_TABLE;
      case "HEAD" -> CatalogAction.TABLE_EXISTS;
      case "POST" -> CatalogAction.UPDATE_TABLE;
      default -> CatalogAction.UNKNOWN;
    };
  }

  private static CatalogAction action(String methodAndPath) {
    return switch (methodAndPath) {
      case "GET /delta/v1/config" -> CatalogAction.CONFIG;
      case "GET /tables" -> CatalogAction.LIST_TABLES;
      case "GET /delta/preview/commits" -> CatalogAction.GET_COMMITS;
      case "POST /delta/preview/commits" -> CatalogAction.COMMIT;
      case "POST /temporary-table-credentials" -> CatalogAction.TEMPORARY_CREDENTIALS;
      default -> CatalogAction.UNKNOWN;
    };
  }

  private static Map<String, String> parameters(URI uri) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (uri.getRawQuery() != null) {
      Arrays.stream(uri.getRawQuery().split("&"))
          .map(parameter -> parameter.split("=", 2))
          .forEach(
              pair -> parameters.put(decoded(pair[0]), pair.length < 2 ? "" : decoded(pair[1])));
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Returns a parameter of the query. */
  String required(String name) {
    String value = parameters.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw CatalogException.invalid("The parameter " + name + " is missing.");
    }
    return value;
  }

  /** Returns the body as JSON. */
  JsonNode json() {
    try {
      return text.isEmpty() ? MissingNode.getInstance() : Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw CatalogException.invalid("The body is not JSON: " + e.getMessage());
    }
  }
}
