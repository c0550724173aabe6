package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The tokens that a catalog accepts: one that never expires, and those of client credentials. */
public final class CatalogTokens {
  /** The token that is valid from the beginning. */
  public static final String TOKEN = "dapi-secret-token-of-the-test";

  public static final String CLIENT_ID = "client-of-the-test";
  public static final String CLIENT_SECRET = "secret-of-the-client";

  private final Map<String, Instant> valid = new ConcurrentHashMap<>(Map.of(TOKEN, Instant.MAX));
  private volatile Duration lifetime = Duration.ofHours(1);

  /** Sets how long the next tokens of client credentials are valid. */
  public void lifetime(Duration time) {
    lifetime = time;
  }

  /** Ends the validity of all tokens. New ones can be had by client credentials. */
  public void revokeAll() {
    valid.clear();
  }

  /** Makes a token valid until {@link #revokeAll()}. */
  public void accept(String token) {
    valid.put(token, Instant.MAX);
  }

  void check(String authorization) {
    String token = authorization.replaceFirst("^Bearer ", "");
    Instant end = valid.getOrDefault(token, Instant.MIN);
    if (!authorization.startsWith("Bearer ") || !end.isAfter(Instant.now())) {
      throw CatalogException.unauthenticated("The token is missing, unknown or expired.");
    }
  }

  /** Answers a request for a token by client credentials. */
  CatalogAnswer issue(String authorization, String form) {
    String client = CLIENT_ID + ":" + CLIENT_SECRET;
    String expected =
        "Basic " + Base64.getEncoder().encodeToString(client.getBytes(StandardCharsets.UTF_8));
    if (!authorization.equals(expected) || !form.contains("grant_type=client_credentials")) {
      return new CatalogAnswer(401, Json.object().put("error", "invalid_client"), "");
    }
    String token = "oauth-secret-" + UUID.randomUUID();
    valid.put(token, Instant.now().plus(lifetime));
    ObjectNode body =
        Json.object()
            .put("access_token", token)
            .put("token_type", "Bearer")
            .put("scope", "all-apis")
            .put("expires_in", lifetime.toSeconds());
    return CatalogAnswer.ok(body, "");
  }
}
