package io.deltacdf.connect.avro.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the addresses of a registry in turn, until one answers. The address that
 * answered last is tried first. May be used by several threads.
 */
final class RegistryHttp {
  private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final String ACCEPT = CONTENT_TYPE + ", application/json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_MESSAGE = 2000;
  private static final int NOT_FOUND = 404;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  /**
   * An answer that means something.
   *
   * @param url where it comes from
   */
  record Answer(String url, int status, JsonNode body) {
    boolean isOk() {
      return status / 100 == 2;
    }

    boolean isNotFound() {
      return status == NOT_FOUND;
    }

    /** What the registry says about a failure. */
    String message() {
      String text = body.path("message").asText("");
      if (text.isEmpty()) {
        return "no message";
      }
      return text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) + "…" : text;
    }
  }

  private final RegistrySettings settings;
  private volatile int preferred;

  /** Collected while no request runs, so that its threads end; they start within milliseconds. */
  private WeakReference<HttpClient> client = new WeakReference<>(null);

  RegistryHttp(RegistrySettings settings) {
    this.settings = settings;
  }

  /**
   * Sends a request, and repeats it while the registry is not available.
   *
   * @param what completes "The registry could not …"
   * @param body null for GET
   * @throws RetriableException if the registry is not available
   */
  Answer send(String what, String path, @Nullable String body) {
    HttpClient http = client();
    Duration wait = settings.retryWait();
    for (int round = 0; ; round++) {
      IOException failure = null;
      for (int i = 0; i < settings.urls().size(); i++) {
        int at = (preferred + i) % settings.urls().size();
        try {
          Answer answer = sendOnce(http, settings.urls().get(at), path, body);
          preferred = at;
          return answer;
        } catch (IOException e) {
          failure = e;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw RegistryErrors.interrupted(what);
        }
      }
      if (failure != null && round >= settings.retries()) {
        throw RegistryErrors.unreachable(what, settings.toString(), round + 1, failure);
      }
      wait = pause(what, wait);
    }
  }

  private Duration pause(String what, Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RegistryErrors.interrupted(what);
    }
    Duration doubled = wait.multipliedBy(2);
    return doubled.compareTo(settings.retryMaxWait()) > 0 ? settings.retryMaxWait() : doubled;
  }

  private Answer sendOnce(HttpClient http, URI url, String path, @Nullable String body)
      throws IOException, InterruptedException {
    String base = url.toString().replaceAll("/+$", "");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(settings.requestTimeout())
            .header("Accept", ACCEPT);
    settings.headers().forEach(request::setHeader);
    if (body != null) {
      request.header("Content-Type", CONTENT_TYPE).POST(BodyPublishers.ofString(body));
    }
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    int status = response.statusCode();
    if (status >= SERVER_ERROR || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS) {
      throw new IOException("status %d from %s".formatted(status, base));
    }
    return new Answer(base, status, parse(status, base, response.body()));
  }

  private static JsonNode parse(int status, String base, String body) throws IOException {
    JsonNode json;
    try {
      json = JSON.readTree(body);
    } catch (IOException e) {
      if (status / 100 == 2) {
        throw new IOException("an incomplete answer, or no registry, at " + base, e);
      }
      return JSON.createObjectNode();
    }
    if (!json.isObject() && status / 100 == 2) {
      throw new IOException("an incomplete answer, or no registry, at " + base);
    }
    return json;
  }

  private synchronized HttpClient client() {
    HttpClient known = client.get();
    if (known != null) {
      return known;
    }
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            // A redirected request would take its credentials to another host.
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout());
    if (settings.ssl() != null) {
      builder.sslContext(settings.ssl());
    }
    if (settings.proxy() != null) {
      builder.proxy(ProxySelector.of(settings.proxy()));
    }
    HttpClient created = builder.build();
    client = new WeakReference<>(created);
    return created;
  }
}
