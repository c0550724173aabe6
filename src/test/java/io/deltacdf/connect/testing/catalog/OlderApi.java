package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The API of Unity Catalog that all of its versions have. */
final class OlderApi {
  private final CatalogTables tables;
  private final VendedCredentials credentials;
  private final CatalogSettings settings;

  OlderApi(CatalogTables tables, VendedCredentials credentials, CatalogSettings settings) {
    this.tables = tables;
    this.credentials = credentials;
    this.settings = settings;
  }

  CatalogAnswer answer(CatalogRequest request) {
    return switch (request.action()) {
      case GET_TABLE ->
          CatalogAnswer.ok(table(readable(tables.get(request.table())), true), "TableInfo");
      case LIST_TABLES -> list(request);
      case GET_COMMITS -> commits(request.json());
      case COMMIT -> commit(request.json());
      case TEMPORARY_CREDENTIALS -> temporaryCredentials(request.json());
      default -> throw CatalogException.noSuchEndpoint();
    };
  }

  private static CatalogTable readable(CatalogTable table) {
    if (table.isHidden()) {
      throw CatalogException.denied("The user may not SELECT from " + table.name() + ".");
    }
    return table;
  }

  private CatalogAnswer list(CatalogRequest request) {
    List<CatalogTable> all =
        tables.ofSchema(request.required("catalog_name"), request.required("schema_name"));
    int asked = Integer.parseInt(request.parameters().getOrDefault("max_results", "0"));
    if (asked < 0 || asked > 50) {
      throw CatalogException.invalid("max_results must be between 0 and 50.");
    }
    int size = asked == 0 ? settings.pageSize() : Math.min(asked, settings.pageSize());
    String token = request.parameters().getOrDefault("page_token", "");
    List<CatalogTable> rest =
        all.stream()
            .filter(table -> token.isEmpty() || table.name().compareTo(token) > 0)
            .filter(table -> isListed(table, request))
            .toList();
    List<CatalogTable> page = rest.subList(0, Math.min(size, rest.size()));
    ObjectNode body = Json.object();
    ArrayNode infos = body.putArray("tables");
    boolean columns = !"true".equals(request.parameters().get("omit_columns"));
    for (CatalogTable table : page) {
      ObjectNode info = table(table, columns);
      info.remove("table_constraints");
      infos.add(info);
    }
    if (page.size() < rest.size()) {
      body.put("next_page_token", page.get(page.size() - 1).name());
    }
    return CatalogAnswer.ok(body, "ListTablesResponse");
  }

  private static boolean isListed(CatalogTable table, CatalogRequest request) {
    return table.denial() != CatalogTable.Denial.ALL_BUT_BROWSE
        || "true".equals(request.parameters().get("include_browse"));
  }

  private static ObjectNode table(CatalogTable table, boolean withColumns) {
    synchronized (table) {
      String[] parts = table.name().split("\\.");
      ObjectNode info =
          Json.object()
              .put("catalog_name", parts[0])
              .put("schema_name", parts[1])
              .put("name", parts[2])
              .put("table_type", table.type().name())
              .put("table_id", table.id().toString())
              .put("created_at", table.created())
              .put("updated_at", table.updated());
      if (table.type() != CatalogTable.Type.VIEW) {
        info.put("data_source_format", table.format()).put("storage_location", table.location());
      }
      if (!table.comment().isEmpty()) {
        info.put("comment", table.comment());
      }
      ObjectNode properties = info.putObject("properties");
      table.properties().forEach(properties::put);
      ArrayNode columns = info.putArray("columns");
      if (withColumns) {
        columns(table, columns);
      }
      if (table.denial() == CatalogTable.Denial.ALL_BUT_BROWSE) {
        info.put("browse_only", true);
      }
      if (!table.primaryKey().isEmpty()) {
        ArrayNode key =
            info.putArray("table_constraints")
                .addObject()
                .putObject("primary_key_constraint")
                .put("name", "pk")
                .putArray("child_columns");
        table.primaryKey().forEach(key::add);
      }
      return info;
    }
  }

  private static void columns(CatalogTable table, ArrayNode columns) {
    for (JsonNode field : table.columns().path("fields")) {
      JsonNode type = field.required("type");
      String typeName = type.isTextual() ? type.textValue() : type.required("type").textValue();
      ObjectNode column =
          columns
              .addObject()
              .put("name", field.required("name").textValue())
              .put("type_text", typeName.equals("long") ? "bigint" : typeName)
              .put("type_json", field.toString())
              .put("type_name", typeName(typeName))
              .put("position", columns.size() - 1)
              .put("nullable", field.required("nullable").booleanValue());
      JsonNode comment = field.path("metadata").path("comment");
      if (comment.isTextual()) {
        column.put("comment", comment.textValue());
      }
    }
  }

  private static String typeName(String type) {
    String name = type.replaceFirst("\\(.*", "").toUpperCase(Locale.ROOT);
    return name.equals("INTEGER") ? "INT" : name;
  }

  private CatalogTable managed(JsonNode body) {
    CatalogTable table = readable(tables.byId(body.required("table_id").textValue()));
    String uri = body.required("table_uri").textValue();
    if (!withoutSlashes(uri).equals(withoutSlashes(table.location()))) {
      throw CatalogException.invalid("The table_uri is not the location of the table.");
    }
    if (!table.isCatalogManaged()) {
      throw CatalogException.invalid("The table " + table.name() + " is not catalog-managed.");
    }
    return table;
  }

  private static String withoutSlashes(String uri) {
    return uri.replaceFirst("^file:/+", "file:/").replaceFirst("/+$", "");
  }

  private CatalogAnswer commits(JsonNode request) {
    CatalogTable table = managed(request);
    long start = request.required("start_version").longValue();
    long end = request.path("end_version").asLong(Long.MAX_VALUE);
    synchronized (table) {
      ObjectNode body = Json.object();
      ArrayNode commits = body.putArray("commits");
      table.unpublished().stream()
          .filter(commit -> commit.version() >= start && commit.version() <= end)
          .limit(settings.commitsPerAnswer())
          .forEach(commit -> commits.insert(0, commit.json('_')));
      body.put("latest_table_version", table.latestVersion());
      return CatalogAnswer.ok(body, "DeltaGetCommitsResponse");
    }
  }

  private CatalogAnswer commit(JsonNode request) {
    CatalogTable table = managed(request);
    synchronized (table) {
      if (request.path("commit_info").isObject()) {
        table.commit(StagedCommit.of(request.path("commit_info"), '_'));
      }
      JsonNode properties = request.path("metadata").path("properties").path("properties");
      if (properties.isObject()) {
        Map<String, String> changed = new LinkedHashMap<>();
        properties.properties().forEach(p -> changed.put(p.getKey(), p.getValue().asText()));
        table.properties().forEach(changed::putIfAbsent);
        table.metadata(table.columns(), changed);
      }
      if (request.path("latest_backfilled_version").isNumber()) {
        table.published(request.path("latest_backfilled_version").longValue());
      }
    }
    return CatalogAnswer.ok(Json.object(), "");
  }

  private CatalogAnswer temporaryCredentials(JsonNode request) {
    CatalogTable table = tables.byId(request.required("table_id").textValue());
    if (table.denial() != CatalogTable.Denial.NONE
        || !request.required("operation").textValue().equals("READ")) {
      throw CatalogException.denied("The user lacks a privilege on " + table.name() + ".");
    }
    return CatalogAnswer.ok(credentials.olderJson(table.location()), "TemporaryCredentials");
  }
}
