package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogEntry.StagedCommit;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.catalog.StoreCredentials.Kind;
import io.deltacdf.connect.config.catalog.CatalogTableName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  static boolean covers(String prefix, String location) {
    String directory = prefix.replaceFirst("/+$", "");
    return location.equals(directory)
        || location.startsWith(directory + "/")
        || directory.isEmpty();
  }

  /**
   * Makes credentials of those parts of an answer that are there; empty if there are none.
   *
   * @param s3 the three parts of credentials for S3, empty if there are none
   * @param expiry a time of the server's clock
   * @param serverMillis the server's clock now
   */
  static Optional<StoreCredentials> credentials(
      List<String> s3, String sas, String gcs, JsonNode expiry, long serverMillis) {
    OptionalLong lifetime =
        expiry.isIntegralNumber()
            ? OptionalLong.of(Math.max(0, expiry.longValue() - serverMillis))
            : OptionalLong.empty();
    if (!s3.get(0).isEmpty()) {
      return Optional.of(new StoreCredentials(Kind.S3, s3, lifetime));
    } else if (!sas.isEmpty()) {
      return Optional.of(new StoreCredentials(Kind.AZURE, List.of(sas), lifetime));
    } else if (!gcs.isEmpty()) {
      return Optional.of(new StoreCredentials(Kind.GCS, List.of(gcs), lifetime));
    }
    return Optional.empty();
  }
}
