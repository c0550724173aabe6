package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogEntry.StagedCommit;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.error.DeltaCdfException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The API of Unity Catalog that all of its versions have. A table and its unpublished commits are
 * different answers, so the table is asked for after them again if it is another one.
 */
final class OlderApi {
  private static final String LOADING = "loading the table";
  private static final String COMMITS = "loading the commits of the table";
  private static final String VENDING = "requesting credentials";

  /** The code of the error 404 of a server that does not have an endpoint. */
  private static final String NO_ENDPOINT = "ENDPOINT_NOT_FOUND";

  /** More answers than this for the commits of a table, of which few are unpublished, are wrong. */
  private static final int MAX_ANSWERS = 100;

  private final UnityClient client;

  OlderApi(UnityClient client) {
    this.client = client;
  }

  /** Returns the table. */
  CatalogEntry load(NamedTable table, CatalogTableName name) {
    HttpSender.Answer answer =
        client.send(table, LOADING, "GET", "/tables/" + DeltaApi.encoded(name.fullName()), null);
    if (answer.status() == 404) {
      throw notFound(table, name, LOADING, answer);
    } else if (answer.status() != 200) {
      throw CatalogErrors.invalidAnswer(table, client.uri(), LOADING, answer.reason());
    }
    JsonNode body = answer.body();
    String type = body.path("table_type").asText("");
    String format = body.path("data_source_format").asText("");
    String location = body.path("storage_location").asText("");
    String id = body.path("table_id").asText("");
    if (!format.isEmpty() && !format.equalsIgnoreCase("DELTA")) {
      throw CatalogErrors.unsupported(table, "its format is " + format);
    } else if (location.isEmpty()) {
      throw CatalogErrors.unsupported(
          table, "it is of the type " + type + " and has no storage location");
    } else if (id.isEmpty()) {
      throw CatalogErrors.invalidAnswer(
          table, client.uri(), LOADING, "the answer has no id of the table");
    }
    Map<String, String> properties = new HashMap<>();
    body.path("properties")
        .properties()
        .forEach(property -> properties.put(property.getKey(), property.getValue().asText("")));
    CatalogEntry entry =
        new CatalogEntry(
            id, location, UnityJson.managesCommits(properties), List.of(), OptionalLong.empty());
    return entry.managesCommits() ? withCommits(table, name, entry) : entry;
  }

  /** A server without such an endpoint has no code of an error for a table. */
  private DeltaCdfException notFound(
      NamedTable table, CatalogTableName name, String doing, HttpSender.Answer answer) {
    return answer.errorType().isEmpty() || answer.errorType().equals(NO_ENDPOINT)
        ? CatalogErrors.notACatalog(table, client.uri(), doing, answer.reason())
        : CatalogErrors.noSuchTable(
            table, client.uri(), UnityJson.missing(name, answer), answer.reason());
  }

  private CatalogEntry withCommits(NamedTable table, CatalogTableName name, CatalogEntry entry) {
    List<StagedCommit> commits = new ArrayList<>();
    OptionalLong latest = OptionalLong.empty();
    long start = 0;
    for (int i = 0; i < MAX_ANSWERS; i++) {
      JsonNode body = commits(table, name, entry, start);
      if (i == 0) {
        latest = UnityJson.version(body.path("latest_table_version"));
      }
      long last = -1;
      for (JsonNode node : body.path("commits")) {
        StagedCommit commit = UnityJson.commit(node, '_');
        last = Math.max(last, commit.version());
        commits.add(commit);
      }
      if (last < start || latest.isEmpty() || last >= latest.getAsLong()) {
        break;
      }
      // The answer was cut.
      start = last + 1;
    }
    OptionalLong cap = latest;
    commits.removeIf(commit -> cap.isPresent() && commit.version() > cap.getAsLong());
    return new CatalogEntry(entry.id(), entry.location(), true, commits, latest);
  }

  private JsonNode commits(
      NamedTable table, CatalogTableName name, CatalogEntry entry, long start) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request
        .put("table_id", entry.id())
        .put("table_uri", entry.location())
        .put("start_version", start);
    HttpSender.Answer answer =
        client.send(table, COMMITS, "GET", "/delta/preview/commits", request);
    if (answer.status() == 404) {
      throw notFound(table, name, COMMITS, answer);
    } else if (answer.status() != 200) {
      throw CatalogErrors.invalidAnswer(table, client.uri(), COMMITS, answer.reason());
    }
    return answer.body();
  }

  /** Returns credentials; empty if there is no table with the id. */
  Optional<StoreCredentials> vend(NamedTable table, CatalogEntry entry) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("table_id", entry.id()).put("operation", "READ");
    HttpSender.Answer answer =
        client.send(table, VENDING, "POST", "/temporary-table-credentials", request);
    if (answer.status() == 404) {
      return Optional.empty();
    } else if (answer.status() != 200) {
      throw CatalogErrors.invalidAnswer(table, client.uri(), VENDING, answer.reason());
    }
    JsonNode body = answer.body();
    JsonNode aws = body.path("aws_temp_credentials");
    List<String> names = new ArrayList<>(UnityJson.names(body));
    names.removeAll(List.of("expiration_time", "url"));
    return Optional.of(
        UnityJson.credentials(
            table,
            entry.location(),
            new UnityJson.Parts(
                List.of(
                    aws.path("access_key_id").asText(""),
                    aws.path("secret_access_key").asText(""),
                    aws.path("session_token").asText("")),
                body.path("azure_user_delegation_sas").path("sas_token").asText(""),
                body.path("gcp_oauth_token").path("oauth_token").asText(""),
                names),
            body.path("expiration_time"),
            answer.serverMillis()));
  }
}
