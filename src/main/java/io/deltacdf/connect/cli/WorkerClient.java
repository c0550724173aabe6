package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Reads from the REST interface of a worker of Kafka Connect. */
final class WorkerClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(10))
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final URI address;
  private final @Nullable String authorization;

  /**
   * @param url such as {@code http://localhost:8083}, or {@code https://user:password@host/connect}
   * @throws ConfigException if it is not such a URL
   */
  WorkerClient(String url) {
    URI uri = parse(url);
    String user = uri.getUserInfo();
    this.authorization =
        user == null
            ? null
            : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    this.address = withoutUser(uri);
  }

  private static URI parse(String url) {
    try {
      URI uri = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw notAnAddress(e);
    }
    throw notAnAddress(null);
  }

  /** The address is not repeated, since it may contain a password. */
  private static ConfigException notAnAddress(@Nullable Exception cause) {
    ConfigException failure =
        new ConfigException("URL is not the address of a worker, such as http://localhost:8083");
    failure.initCause(cause);
    return failure;
  }

  private static URI withoutUser(URI uri) {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return URI.create(uri.getScheme() + "://" + uri.getHost() + port + path);
  }

  /**
   * Returns the answer to a {@code GET} request; empty if the worker says that there is no such
   * thing.
   *
   * @param path the parts of the path, which are encoded here
   * @throws ConnectException if the worker cannot be reached or refuses the request
   */
  Optional<JsonNode> get(String... path) throws InterruptedException {
    StringBuilder target = new StringBuilder(address.toString());
    for (String part : path) {
      String encoded = URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
      target.append('/').append(encoded);
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target.toString()))
            .timeout(TIMEOUT)
            .header("Accept", "application/json");
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    HttpResponse<String> response = send(request.build());
    if (response.statusCode() == 404) {
      return Optional.empty();
    } else if (response.statusCode() / 100 != 2) {
      throw new ConnectException(
          "The worker answered %s with status %d: %s"
              .formatted(target, response.statusCode(), response.body().strip()));
    }
    return Optional.of(parse(target, response.body()));
  }

  private HttpResponse<String> send(HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new ConnectException(
          "The worker at %s cannot be reached: %s. Give the address of its REST interface."
              .formatted(address, e.getMessage() == null ? e : e.getMessage()),
          e);
    }
  }

  private static JsonNode parse(CharSequence target, String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new ConnectException(
          "The answer of " + target + " is not JSON, so it is not from a worker of Kafka Connect",
          e);
    }
  }
}
