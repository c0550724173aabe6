package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogSubject;
import io.deltacdf.connect.config.catalog.CatalogConfig.OAuth;
import io.deltacdf.connect.config.catalog.CatalogConfig.Token;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.redaction.Redaction;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tokens that a catalog is asked with. Thread-safe. */
interface AccessTokens {
  /** Returns a token that is valid; may request one. */
  String token(CatalogSubject subject);

  /**
   * Forgets a token that the catalog has refused.
   *
   * @return whether another one can be requested
   */
  boolean refused(String token);

  /** A token that does not change. */
  static AccessTokens of(Token token) {
    return new AccessTokens() {
      @Override
      public String token(CatalogSubject subject) {
        return token.token();
      }

      @Override
      public boolean refused(String refused) {
        return false;
      }
    };
  }

  /** The tokens of a service principal, renewed before they expire. */
  final class Renewed implements AccessTokens {
    private static final Logger LOG = LoggerFactory.getLogger(Renewed.class);

    /** How long to wait after a renewal failed while the token is still valid. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long a token is used at least, if its end is not known. */
    private static final long DEFAULT_SECONDS = 600;

    /** How long no token is requested after a refusal (429) that does not say it. */
    private static final long DEFAULT_PAUSE_SECONDS = 10;

    private final OAuth client;
    private final HttpSender http;
    private final LongSupplier nanoTime;
    private @Nullable String token;
    private @Nullable String former;
    private long renewAt;
    private long expiresAt;
    private long pausedUntil;

    Renewed(OAuth client, HttpSender http, LongSupplier nanoTime) {
      this.client = client;
      this.http = http;
      this.nanoTime = nanoTime;
      this.pausedUntil = nanoTime.getAsLong();
    }

    @Override
    public synchronized String token(CatalogSubject subject) {
      String current = token;
      if (current == null || nanoTime.getAsLong() - renewAt >= 0) {
        String before = current;
        try {
          current = request(subject);
        } catch (DeltaCdfException e) {
          long now = nanoTime.getAsLong();
          if (before == null || now - expiresAt >= 0) {
            throw e;
          }
          LOG.warn("{}: the token is used further, because no other was issued", subject, e);
          renewAt = now + RETRY_NANOS;
          return before;
        }
        former = token;
        token = current;
        protect();
      }
      return current;
    }

    /** A failure may still mention the token before. */
    private void protect() {
      List<String> secrets = new ArrayList<>(client.secrets());
      for (String secret : new @Nullable String[] {token, former}) {
        if (secret != null) {
          secrets.add(secret);
        }
      }
      Redaction.protect(this, secrets);
    }

    @Override
    public synchronized boolean refused(String refused) {
      if (refused.equals(token)) {
        token = null;
      }
      return true;
    }

    private String request(CatalogSubject subject) {
      String doing = "requesting a token";
      long pause = pausedUntil - nanoTime.getAsLong();
      if (pause > 0) {
        throw CatalogErrors.throttled(
            subject, client.uri(), TimeUnit.NANOSECONDS.toSeconds(pause) + 1);
      }
      String form = "grant_type=client_credentials&scope=" + encoded(client.scope());
      String basic =
          Base64.getEncoder()
              .encodeToString(
                  (client.clientId() + ":" + client.clientSecret())
                      .getBytes(StandardCharsets.UTF_8));
      HttpRequest.Builder request =
          HttpRequest.newBuilder(client.uri())
              .header("Authorization", "Basic " + basic)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(BodyPublishers.ofString(form));
      HttpSender.Answer answer = http.send(subject, client.uri(), doing, request);
      JsonNode body = answer.body();
      if (answer.status() == 400 || answer.status() == 401 || answer.status() == 403) {
        throw CatalogErrors.notSignedIn(subject, client.uri(), doing, answer.reason());
      }
      if (answer.status() == 429) {
        long seconds = answer.pauseSeconds(DEFAULT_PAUSE_SECONDS);
        pausedUntil = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(seconds);
        throw CatalogErrors.throttled(subject, client.uri(), seconds);
      }
      String issued = body.path("access_token").asText("");
      if (answer.status() != 200 || issued.isEmpty()) {
        throw CatalogErrors.unreachable(subject, client.uri(), doing, null, answer.reason());
      }
      long seconds = body.path("expires_in").asLong(DEFAULT_SECONDS);
      // Databricks refuses tokens that expire within half a minute.
      long ahead = Math.min(60, Math.max(1, seconds / 3));
      long now = nanoTime.getAsLong();
      renewAt = now + TimeUnit.SECONDS.toNanos(Math.max(0, seconds - ahead));
      expiresAt = now + TimeUnit.SECONDS.toNanos(seconds);
      return issued;
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
  }
}
