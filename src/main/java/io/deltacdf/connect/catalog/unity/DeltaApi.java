package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogEntry.StagedCommit;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The Delta API of Unity Catalog (version 0.5 and later). One answer has the table and all of its
 * unpublished commits.
 */
final class DeltaApi {
  private static final String LOADING = "loading the table";
  private static final String VENDING = "requesting credentials";
  private static final String UNSUPPORTED = "UnsupportedTableFormatException";

  /** The types of the error 404 that say that the API is there, and the table is not. */
  private static final Set<String> NO_TABLE =
      Set.of("NoSuchTableException", "NoSuchSchemaException", "NoSuchCatalogException");

  private final UnityClient client;

  /** Whether there was no answer from this API, which may also be the fault of a proxy. */
  private volatile boolean notFound;

  /** Whether the server has no such API. It may get it by an upgrade, but not while tasks run. */
  private volatile boolean missing;

  DeltaApi(UnityClient client) {
    this.client = client;
  }

  /** Notes that the older API has answered: if this one was not found, the server lacks it. */
  void olderAnswered() {
    missing = notFound;
  }

  /** Returns the table; empty if it has to be asked for through the older API. */
  Optional<CatalogEntry> load(NamedTable table, CatalogTableName name) {
    if (missing) {
      return Optional.empty();
    }
    HttpSender.Answer answer = client.send(table, LOADING, "GET", pathOf(name), null);
    return isServed(table, name, LOADING, answer)
        ? Optional.of(entry(table, answer.body()))
        : Optional.empty();
  }

  /** Returns credentials; empty if they have to be requested through the older API. */
  Optional<StoreCredentials> vend(NamedTable table, CatalogTableName name, CatalogEntry entry) {
    if (missing) {
      return Optional.empty();
    }
    HttpSender.Answer answer =
        client.send(table, VENDING, "GET", pathOf(name) + "/credentials?operation=READ", null);
    return isServed(table, name, VENDING, answer)
        ? Optional.of(credentials(table, entry, answer))
        : Optional.empty();
  }

  private boolean isServed(
      NamedTable table, CatalogTableName name, String doing, HttpSender.Answer answer) {
    if (answer.status() == 200) {
      return true;
    } else if (answer.status() == 404) {
      if (NO_TABLE.contains(answer.errorType())) {
        throw CatalogErrors.noSuchTable(
            table, client.uri(), UnityJson.missing(name, answer), answer.reason());
      }
      notFound = notFound || doing.equals(LOADING);
      return false;
    } else if (answer.errorType().equals(UNSUPPORTED) || doing.equals(VENDING)) {
      return false;
    }
    throw CatalogErrors.invalidAnswer(table, client.uri(), doing, answer.reason());
  }

  private static String pathOf(CatalogTableName name) {
    return "/delta/v1/catalogs/"
        + encoded(name.catalog())
        + "/schemas/"
        + encoded(name.schema())
        + "/tables/"
        + encoded(name.table());
  }

  static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private CatalogEntry entry(NamedTable table, JsonNode body) {
    JsonNode metadata = body.path("metadata");
    String id = metadata.path("table-uuid").asText("");
    String location = metadata.path("location").asText("");
    if (id.isEmpty() || location.isEmpty()) {
      throw CatalogErrors.invalidAnswer(
          table, client.uri(), LOADING, "the answer has no id or no location of the table");
    }
    List<StagedCommit> commits = new ArrayList<>();
    for (JsonNode commit : body.path("commits")) {
      commits.add(UnityJson.commit(commit, '-'));
    }
    Map<String, String> properties = new HashMap<>();
    metadata
        .path("properties")
        .properties()
        .forEach(property -> properties.put(property.getKey(), property.getValue().asText("")));
    OptionalLong latest = UnityJson.version(body.path("latest-table-version"));
    boolean managed =
        UnityJson.managesCommits(properties) || !commits.isEmpty() || latest.isPresent();
    return new CatalogEntry(id, location, managed, commits, latest);
  }

  private StoreCredentials credentials(
      NamedTable table, CatalogEntry entry, HttpSender.Answer answer) {
    JsonNode all = answer.body().path("storage-credentials");
    JsonNode longest = null;
    for (JsonNode credential : all) {
      String prefix = credential.path("prefix").asText("");
      if (UnityJson.covers(prefix, entry.location())
          && (longest == null || prefix.length() > longest.path("prefix").asText("").length())) {
        longest = credential;
      }
    }
    if (longest == null) {
      List<String> prefixes =
          all.findValues("prefix").stream().map(prefix -> prefix.asText("")).sorted().toList();
      throw CatalogErrors.noCredentials(
          table,
          entry.location(),
          prefixes.isEmpty()
              ? "its answer has none"
              : "its answer has only some for " + String.join(", ", prefixes));
    }
    JsonNode config = longest.path("config");
    return UnityJson.credentials(
        table,
        entry.location(),
        new UnityJson.Parts(
            List.of(
                config.path("s3.access-key-id").asText(""),
                config.path("s3.secret-access-key").asText(""),
                config.path("s3.session-token").asText("")),
            config.path("azure.sas-token").asText(""),
            config.path("gcs.oauth-token").asText(""),
            UnityJson.names(config)),
        longest.path("expiration-time-ms"),
        answer.serverMillis());
  }
}
