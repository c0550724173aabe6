package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Reads the indexes of a search node through its REST API. */
public final class SearchClient {
  private static final int MAX_DOCUMENTS = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  /**
   * @param url of the form {@code http://host:port}
   */
  public SearchClient(String url) {
    this.url = url;
  }

  /** Whether the node answers. */
  boolean isReady() {
    return request("GET", "/", "").statusCode() == 200;
  }

  /**
   * Returns all documents of an index by id, as they were sent; empty if the index does not exist.
   */
  public Map<String, JsonNode> documents(String index) {
    Map<String, JsonNode> documents = new TreeMap<>();
    if (request("POST", "/" + index + "/_refresh", "").statusCode() == 404) {
      return documents;
    }
    JsonNode hits = search(index, "{\"size\":" + MAX_DOCUMENTS + "}").at("/hits");
    if (hits.at("/total/value").asInt() >= MAX_DOCUMENTS) {
      throw new IllegalStateException(index + " has more than a search may return");
    }
    for (JsonNode hit : hits.get("hits")) {
      documents.put(hit.get("_id").asText(), hit.get("_source"));
    }
    return documents;
  }

  /**
   * Sends a request that changes something, such as {@code PUT /_index_template/orders}.
   *
   * @throws IllegalStateException if the engine refuses it
   */
  public void send(String method, String path, String body) {
    HttpResponse<String> answer = request(method, path, body);
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(method + " " + path + ": " + answer.body());
    }
  }

  /** The answer to a search, in the query language of the engine. */
  public JsonNode search(String index, String query) {
    HttpResponse<String> answer = request("POST", "/" + index + "/_search", query);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("Search in " + index + ": " + answer.body());
    }
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException("Not JSON: " + answer.body(), e);
    }
  }

  private HttpResponse<String> request(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted at " + method + " " + path, e);
    }
  }
}
