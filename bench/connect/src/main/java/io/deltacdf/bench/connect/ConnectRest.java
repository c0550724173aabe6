package io.deltacdf.bench.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** The part of Connect's REST interface that the benchmark needs. */
final class ConnectRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  ConnectRest(int port) {
    base = "http://127.0.0.1:" + port;
  }

  /** Whether the worker answers and has joined its group. */
  boolean ready() throws InterruptedException {
    try {
      return send("GET", "/connectors", null).statusCode() == 200;
    } catch (IOException e) {
      return false; // not yet listening
    }
  }

  void create(String name, Map<String, String> config) throws IOException, InterruptedException {
    call("PUT", "/connectors/" + name + "/config", JSON.writeValueAsString(config));
  }

  void delete(String name) throws IOException, InterruptedException {
    call("DELETE", "/connectors/" + name, null);
  }

  /**
   * Throws an exception with Connect's stack trace if the connector or its task has failed. A
   * connector without a status has not failed.
   */
  void check(String name) throws IOException, InterruptedException {
    HttpResponse<String> response = send("GET", "/connectors/" + name + "/status", null);
    if (response.statusCode() == 404) {
      return;
    }
    JsonNode status = JSON.readTree(response.body());
    failIfFailed(name, status.path("connector"));
    for (JsonNode task : status.path("tasks")) {
      failIfFailed(name, task);
    }
  }

  /** The version in the connector's only committed source offset; -1 without one. */
  long committedVersion(String name) throws IOException, InterruptedException {
    JsonNode offsets = JSON.readTree(call("GET", "/connectors/" + name + "/offsets", null));
    return offsets.path("offsets").path(0).path("offset").path("version").asLong(-1);
  }

  private static void failIfFailed(String name, JsonNode part) {
    if (part.path("state").asText().equals("FAILED")) {
      throw new IllegalStateException(
          "connector " + name + " has failed: " + part.path("trace").asText());
    }
  }

  private String call(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = send(method, path, body);
    if (response.statusCode() >= 300) {
      throw new IOException(
          method + " " + path + " gave " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}
