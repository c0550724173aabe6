package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Delta API of Unity Catalog, version 1. */
final class DeltaApi {
  private static final List<String> ENDPOINTS =
      List.of(
          "GET /v1/catalogs/{catalog}/schemas/{schema}/tables/{table}",
          "HEAD /v1/catalogs/{catalog}/schemas/{schema}/tables/{table}",
          "POST /v1/catalogs/{catalog}/schemas/{schema}/tables/{table}",
          "GET /v1/catalogs/{catalog}/schemas/{schema}/tables/{table}/credentials");

  /** The names of Delta's log and those of the API. */
  private static final Map<String, String> TYPE_FIELDS =
      Map.of(
          "elementType", "element-type",
          "containsNull", "contains-null",
          "keyType", "key-type",
          "valueType", "value-type",
          "valueContainsNull", "value-contains-null");

  private final CatalogTables tables;
  private final VendedCredentials credentials;
  private final CatalogSettings settings;

  DeltaApi(CatalogTables tables, VendedCredentials credentials, CatalogSettings settings) {
    this.tables = tables;
    this.credentials = credentials;
    this.settings = settings;
  }

  CatalogAnswer answer(CatalogRequest request) {
    if (!settings.hasDeltaApi()) {
      throw CatalogException.noSuchEndpoint();
    }
    if (request.action() == CatalogAction.CONFIG) {
      return config(request);
    }
    if (request.action() == CatalogAction.CREATE_TABLE) {
      return created(request);
    }
    CatalogTable table = tables.get(request.table());
    if (table.isHidden()) {
      throw CatalogException.denied("The user may not SELECT from " + request.table() + ".");
    }
    if (!table.isOfDeltaApi()
        || table.type() == CatalogTable.Type.VIEW
        || !table.format().equals("DELTA")) {
      throw CatalogException.unsupportedFormat(request.table());
    }
    return switch (request.action()) {
      case LOAD_TABLE -> CatalogAnswer.ok(loaded(table), "DeltaLoadTableResponse");
      case TABLE_EXISTS -> CatalogAnswer.empty(204);
      case TABLE_CREDENTIALS -> credentials(table, request);
      case UPDATE_TABLE -> updated(table, request);
      default -> throw CatalogException.noSuchEndpoint();
    };
  }

  private static CatalogAnswer config(CatalogRequest request) {
    request.required("catalog");
    request.required("protocol-versions");
    ObjectNode body = Json.object().put("protocol-version", "1.0");
    ENDPOINTS.forEach(body.putArray("endpoints")::add);
    return CatalogAnswer.ok(body, "DeltaCatalogConfig");
  }

  private CatalogAnswer created(CatalogRequest request) {
    JsonNode body = request.json();
    if (!body.path("table-type").asText().equals("MANAGED")) {
      throw CatalogException.invalid("Only managed tables can be created here.");
    }
    Map<String, String> properties = new LinkedHashMap<>();
    body.required("properties")
        .properties()
        .forEach(property -> properties.put(property.getKey(), property.getValue().asText()));
    body.required("protocol")
        .path("writer-features")
        .forEach(name -> properties.put("delta.feature." + name.asText(), "supported"));
    CatalogTable table =
        tables.createStaged(
            request.table() + "." + body.required("name").textValue(),
            body.required("location").textValue(),
            withoutHyphens(body.required("columns")),
            properties);
    return CatalogAnswer.ok(loaded(table), "DeltaLoadTableResponse");
  }

  private CatalogAnswer credentials(CatalogTable table, CatalogRequest request) {
    String operation = request.required("operation");
    if (table.denial() != CatalogTable.Denial.NONE || !operation.equals("READ")) {
      throw CatalogException.denied("The user lacks a privilege on " + request.table() + ".");
    }
    return CatalogAnswer.ok(
        credentials.deltaJson(table.location(), operation), "DeltaCredentialsResponse");
  }

  private ObjectNode loaded(CatalogTable table) {
    synchronized (table) {
      ObjectNode body = Json.object();
      ObjectNode metadata = body.putObject("metadata");
      metadata
          .put("etag", "etag-" + table.updated())
          .put("table-type", table.type().name())
          .put("table-uuid", table.id().toString())
          .put("location", table.location())
          .put("created-time", table.created())
          .put("updated-time", table.updated())
          .put("last-commit-version", table.metadataVersion())
          .put("last-commit-timestamp-ms", table.updated());
      metadata.set("columns", withHyphens(table.columns()));
      metadata.putArray("partition-columns");
      ObjectNode properties = metadata.putObject("properties");
      table.properties().forEach(properties::put);
      if (table.isCatalogManaged()) {
        List<StagedCommit> newestFirst = new ArrayList<>(table.unpublished());
        Collections.reverse(newestFirst);
        ArrayNode commits = body.putArray("commits");
        newestFirst.forEach(commit -> commits.add(commit.json('-')));
        if (settings.isLatestVersionShown()) {
          body.put("latest-table-version", table.latestVersion());
        }
      }
      return body;
    }
  }

  /** Renames the fields of types from the names of Delta's log to those of the API. */
  private static JsonNode withHyphens(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = Json.MAPPER.createArrayNode();
      node.forEach(element -> array.add(withHyphens(element)));
      return array;
    } else if (!node.isObject()) {
      return node;
    }
    ObjectNode object = Json.object();
    node.properties()
        .forEach(
            field -> {
              boolean opaque = field.getKey().equals("metadata");
              object.set(
                  TYPE_FIELDS.getOrDefault(field.getKey(), field.getKey()),
                  opaque ? field.getValue() : withHyphens(field.getValue()));
            });
    return object;
  }

  private CatalogAnswer updated(CatalogTable table, CatalogRequest request) {
    JsonNode body = request.json();
    synchronized (table) {
      for (JsonNode requirement : body.path("requirements")) {
        if (requirement.path("type").asText().equals("assert-table-uuid")
            && !requirement.path("uuid").asText().equals(table.id().toString())) {
          throw CatalogException.requirementNotMet("The table has another id.");
        }
      }
      // The commit first: nothing changes if it is refused.
      for (JsonNode update : body.path("updates")) {
        if (update.path("action").asText().equals("add-commit")) {
          table.commit(StagedCommit.of(update.required("commit"), '-'));
        }
      }
      body.path("updates").forEach(update -> apply(table, update));
      return CatalogAnswer.ok(loaded(table), "DeltaLoadTableResponse");
    }
  }

  private static void apply(CatalogTable table, JsonNode update) {
    Map<String, String> properties = new LinkedHashMap<>(table.properties());
    switch (update.path("action").asText()) {
      case "set-latest-backfilled-version" ->
          table.published(update.required("latest-published-version").longValue());
      case "set-properties" -> {
        update
            .required("updates")
            .properties()
            .forEach(field -> properties.put(field.getKey(), field.getValue().asText()));
        table.metadata(table.columns(), properties);
      }
      case "remove-properties" -> {
        update.required("removals").forEach(name -> properties.remove(name.asText()));
        table.metadata(table.columns(), properties);
      }
      case "set-columns" -> table.metadata(withoutHyphens(update.required("columns")), properties);
      case "set-protocol" -> {
        update
            .required("protocol")
            .path("writer-features")
            .forEach(name -> properties.put("delta.feature." + name.asText(), "supported"));
        table.metadata(table.columns(), properties);
      }
      case "set-table-comment" -> table.comment(update.required("comment").textValue());
      case "add-commit",
          "set-domain-metadata",
          "remove-domain-metadata",
          "set-partition-columns" -> {}
      default -> throw CatalogException.invalid("Unknown action " + update.path("action"));
    }
  }

  private static JsonNode withoutHyphens(JsonNode columns) {
    String text = columns.toString();
    for (Map.Entry<String, String> field : TYPE_FIELDS.entrySet()) {
      text = text.replace("\"" + field.getValue() + "\":", "\"" + field.getKey() + "\":");
    }
    try {
      return Json.MAPPER.readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
