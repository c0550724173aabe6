package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogEntry.StagedCommit;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.catalog.StoreCredentials.Kind;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** What the answers of both APIs have in common. */
final class UnityJson {
  /** The properties of a table whose newest commits only the catalog knows. */
  private static final Set<String> FEATURES =
      Set.of("delta.feature.catalogManaged", "delta.feature.catalogOwned-preview");

  private UnityJson() {}

  static boolean managesCommits(Map<String, String> properties) {
    return FEATURES.stream()
        .map(feature -> properties.getOrDefault(feature, ""))
        .anyMatch(value -> value.equals("supported") || value.equals("enabled"));
  }

  /** Returns what an answer 404 says to be missing, such as {@code schema main.sales}. */
  static String missing(CatalogTableName name, HttpSender.Answer answer) {
    String type = answer.errorType().toUpperCase(Locale.ROOT);
    if (type.contains("SCHEMA")) {
      return "schema " + name.catalog() + "." + name.schema();
    }
    return type.contains("CATALOG") ? "catalog " + name.catalog() : "table " + name.fullName();
  }

  /**
   * Reads a commit.
   *
   * @param separator what is between the words of a name
   */
  static StagedCommit commit(JsonNode commit, char separator) {
    return new StagedCommit(
        commit.path("version").asLong(-1),
        commit.path("file" + separator + "name").asText(""),
        commit.path("file" + separator + "size").asLong(0),
        commit.path("file" + separator + "modification" + separator + "timestamp").asLong(0));
  }

  /** Returns the newest version; empty if the catalog does not say which, which is never 0. */
  static OptionalLong version(JsonNode latest) {
    return latest.isIntegralNumber() && latest.longValue() >= 0
        ? OptionalLong.of(latest.longValue())
        : OptionalLong.empty();
  }

  /** Returns whether a place is a location, or a directory above it. */
  static boolean covers(String prefix, String tableLocation) {
    String directory = prefix.replaceFirst("/+$", "").replaceFirst("^s3a://", "s3://");
    String location = tableLocation.replaceFirst("/+$", "").replaceFirst("^s3a://", "s3://");
    return location.equals(directory)
        || location.startsWith(directory + "/")
        || directory.isEmpty();
  }

  /**
   * The parts of credentials in an answer, of which at most one kind is there.
   *
   * @param s3 the access key, the secret key and the session token; empty texts if there are none
   * @param sas the shared access signature; empty if there is none
   * @param gcs the OAuth token; empty if there is none
   * @param names the names of everything that is there, which are no secrets
   */
  record Parts(List<String> s3, String sas, String gcs, List<String> names) {
    @Override
    public String toString() {
      return "Parts" + names;
    }
  }

  /** Returns the names of the members of an object that have a value. */
  static List<String> names(JsonNode object) {
    return object.properties().stream()
        .filter(member -> hasValue(member.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static boolean hasValue(JsonNode node) {
    return node.isContainerNode() ? !node.isEmpty() : !node.isNull() && !node.asText().isEmpty();
  }

  /**
   * Makes credentials of what is there.
   *
   * @param expiry a time of the server's clock
   * @param serverMillis the server's clock now
   * @throws DeltaCdfException UNSUPPORTED_STORE if there are none that the connector knows
   */
  static StoreCredentials credentials(
      NamedTable table, String location, Parts parts, JsonNode expiry, long serverMillis) {
    OptionalLong lifetime =
        expiry.isIntegralNumber()
            ? OptionalLong.of(Math.max(0, expiry.longValue() - serverMillis))
            : OptionalLong.empty();
    if (!parts.s3().get(0).isEmpty() && !parts.s3().get(1).isEmpty()) {
      return new StoreCredentials(Kind.S3, parts.s3(), lifetime);
    } else if (!parts.sas().isEmpty()) {
      return new StoreCredentials(Kind.AZURE, List.of(parts.sas()), lifetime);
    } else if (!parts.gcs().isEmpty()) {
      return new StoreCredentials(Kind.GCS, List.of(parts.gcs()), lifetime);
    }
    throw CatalogErrors.noCredentials(
        table,
        location,
        parts.names().isEmpty()
            ? "its answer has none"
            : "its answer has only " + String.join(", ", parts.names()));
  }
}
