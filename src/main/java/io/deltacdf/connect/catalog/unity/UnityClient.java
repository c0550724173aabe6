package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogSubject;
import io.deltacdf.connect.config.catalog.CatalogConfig;
import io.deltacdf.connect.redaction.Redaction;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the REST API with a token. When the catalog limits the requests (429), no table
 * sends any until the time that the catalog names is over. Thread-safe.
 */
final class UnityClient {
  private static final String API = "/api/2.1/unity-catalog";

  /** The longest pause after a request that was refused. */
  private static final long MAX_PAUSE_SECONDS = 60;

  private final URI uri;
  private final HttpSender http = new HttpSender();
  private final AccessTokens tokens;
  private final LongSupplier nanoTime;

  /** The time up to which no request is sent. */
  private final AtomicLong pausedUntil;

  private final AtomicLong nextPauseSeconds = new AtomicLong(1);

  UnityClient(CatalogConfig config, LongSupplier nanoTime) {
    this.uri = config.uri();
    this.nanoTime = nanoTime;
    this.pausedUntil = new AtomicLong(nanoTime.getAsLong());
    CatalogConfig.Auth auth = config.auth();
    this.tokens =
        auth instanceof CatalogConfig.OAuth client
            ? new AccessTokens.Renewed(client, http, nanoTime)
            : AccessTokens.of((CatalogConfig.Token) auth);
    Redaction.protect(this, auth.secrets());
  }

  URI uri() {
    return uri;
  }

  /**
   * Sends a request. Returns the answers 200, 400 and 404, which mean different things in different
   * places; fails with all others.
   *
   * @param path the path below that of the API, with parameters
   * @param body the JSON to send; null for none
   */
  HttpSender.Answer send(
      CatalogSubject subject, String doing, String method, String path, @Nullable JsonNode body) {
    awaitTurn(subject);
    String token = tokens.token(subject);
    HttpSender.Answer answer = send(subject, doing, method, path, body, token);
    if (answer.refusesToken() && tokens.refused(token)) {
      answer = send(subject, doing, method, path, body, tokens.token(subject));
    }
    if (answer.refusesToken()) {
      throw CatalogErrors.notSignedIn(subject, uri, doing, answer.reason());
    }
    switch (answer.status()) {
      case 200, 400, 404 -> {
        if (answer.status() == 200 && !answer.isObject()) {
          throw CatalogErrors.notACatalog(subject, uri, doing, answer.reason());
        }
        nextPauseSeconds.set(1);
        return answer;
      }
      case 403 -> throw CatalogErrors.accessDenied(subject, uri, doing, answer.reason());
      case 429 -> throw CatalogErrors.throttled(subject, uri, pause(answer));
      case 301, 302, 303, 307, 308 ->
          throw CatalogErrors.notACatalog(subject, uri, doing, answer.reason());
      default -> throw CatalogErrors.unreachable(subject, uri, doing, null, answer.reason());
    }
  }

  /** Returns how long no request is sent, because the catalog limits them; else at most 0. */
  long pausedNanos() {
    return pausedUntil.get() - nanoTime.getAsLong();
  }

  private HttpSender.Answer send(
      CatalogSubject subject,
      String doing,
      String method,
      String path,
      @Nullable JsonNode body,
      String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(uri + API + path))
            .header("Authorization", "Bearer " + token);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(body.toString()));
    }
    return http.send(subject, uri, doing, request);
  }

  private void awaitTurn(CatalogSubject subject) {
    long wait = pausedNanos();
    if (wait > 0) {
      throw CatalogErrors.throttled(subject, uri, TimeUnit.NANOSECONDS.toSeconds(wait) + 1);
    }
  }

  /** Returns for how many seconds no request is sent. */
  private long pause(HttpSender.Answer answer) {
    long grown = nextPauseSeconds.getAndUpdate(last -> Math.min(2 * last, MAX_PAUSE_SECONDS));
    long seconds = answer.pauseSeconds(grown);
    long until = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(seconds);
    pausedUntil.updateAndGet(before -> before - until > 0 ? before : until);
    return seconds;
  }
}
