package io.deltacdf.connect.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client of a Connect worker's REST interface. Methods return the JSON of the response, or null
 * if the response is empty. They throw {@link ConnectRestException} if the worker rejects the
 * request. While the group rebalances (status 409), a request is repeated for up to 30 s.
 */
public final class ConnectRest {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration REBALANCE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI address;
  private final Duration requestTimeout;
  private final Duration rebalanceTimeout;

  /** The interface at an address of the form {@code http://host:port}. */
  public ConnectRest(URI address) {
    this(address, REQUEST_TIMEOUT, REBALANCE_TIMEOUT);
  }

  private ConnectRest(URI address, Duration requestTimeout, Duration rebalanceTimeout) {
    this.address = address;
    this.requestTimeout = requestTimeout;
    this.rebalanceTimeout = rebalanceTimeout;
  }

  /** The same interface for those who do not wait longer than that for a worker to answer. */
  public ConnectRest within(Duration timeout) {
    return new ConnectRest(address, timeout, timeout);
  }

  public URI address() {
    return address;
  }

  /** {@code GET path}, for paths without a method of their own. */
  public JsonNode get(String path) {
    return send("GET", path, null);
  }

  /** {@code GET /connectors}: the names. */
  public List<String> connectors() {
    List<String> names = new ArrayList<>();
    get("/connectors").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** {@code GET /connector-plugins}: class, type and version of each connector plugin. */
  public JsonNode plugins() {
    return get("/connector-plugins");
  }

  /** {@code POST /connectors}: fails if the connector already exists. */
  public JsonNode create(String name, Map<String, String> config) {
    return send("POST", "/connectors", Map.of("name", name, "config", config));
  }

  /**
   * {@code PUT /connectors/<name>/config}: creates the connector or gives it a new configuration.
   */
  public JsonNode putConfig(String name, Map<String, String> config) {
    return send("PUT", connector(name) + "/config", config);
  }

  /** {@code PUT /connector-plugins/<class>/config/validate} for the config's connector class. */
  public JsonNode validate(Map<String, String> config) {
    String type = encode(config.get("connector.class"));
    return send("PUT", "/connector-plugins/" + type + "/config/validate", config);
  }

  /** The errors of {@link #validate}, by option; options without an error are left out. */
  public Map<String, List<String>> validationErrors(Map<String, String> config) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (JsonNode option : validate(config).get("configs")) {
      JsonNode value = option.get("value");
      for (JsonNode error : value.get("errors")) {
        errors
            .computeIfAbsent(value.get("name").asText(), n -> new ArrayList<>())
            .add(error.asText());
      }
    }
    return errors;
  }

  /** {@code GET /connectors/<name>/status}. */
  public JsonNode status(String name) {
    return get(connector(name) + "/status");
  }

  /** Pauses the connector: its tasks exist, but are not polled. */
  public void pause(String name) {
    send("PUT", connector(name) + "/pause", null);
  }

  /** Stops the connector and its tasks, which is required before its offsets are changed. */
  public void stop(String name) {
    send("PUT", connector(name) + "/stop", null);
  }

  public void resume(String name) {
    send("PUT", connector(name) + "/resume", null);
  }

  /** Restarts the connector and all its tasks. */
  public void restart(String name) {
    send("POST", connector(name) + "/restart?includeTasks=true", null);
  }

  /** Restarts one task. Unlike {@link #restart}, this writes nothing to the config topic. */
  public void restartTask(String name, int task) {
    send("POST", connector(name) + "/tasks/" + task + "/restart", null);
  }

  public void delete(String name) {
    send("DELETE", connector(name), null);
  }

  /** {@code GET /connectors/<name>/offsets}: {@code {"offsets":[{"partition":…,"offset":…}]}}. */
  public JsonNode offsets(String name) {
    return get(connector(name) + "/offsets");
  }

  /**
   * {@code PATCH} of the offsets, in the form of {@link #offsets}; the connector must be stopped.
   */
  public JsonNode patchOffsets(String name, JsonNode offsets) {
    return send("PATCH", connector(name) + "/offsets", offsets);
  }

  /** Deletes all offsets. The connector must be stopped. */
  public JsonNode deleteOffsets(String name) {
    return send("DELETE", connector(name) + "/offsets", null);
  }

  /**
   * Waits until the connector, at least one task, and all of its tasks are running.
   *
   * @throws IllegalStateException as soon as the connector or a task has failed, with its stack
   *     trace
   */
  public void awaitRunning(String name, Duration timeout) {
    JsonNode status = awaitState(name, "RUNNING", true, timeout);
    if (status.toString().contains("\"FAILED\"")) {
      throw new IllegalStateException("Connector " + name + " has failed:\n" + traces(status));
    }
  }

  /**
   * Waits until a task (or the connector) has failed.
   *
   * @return the stack traces
   */
  public String awaitFailed(String name, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      JsonNode status = statusOrNull(name);
      if (status != null && status.toString().contains("\"FAILED\"")) {
        return traces(status);
      }
      sleepUntil(deadline, "Connector " + name + " has not failed: " + status);
    }
  }

  /** Waits for the state {@code PAUSED}, {@code STOPPED} … of connector and tasks. */
  public void awaitState(String name, String state, Duration timeout) {
    awaitState(name, state, false, timeout);
  }

  private JsonNode awaitState(String name, String state, boolean orFailed, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      JsonNode status = statusOrNull(name);
      if (status != null) {
        if (orFailed && status.toString().contains("\"FAILED\"")) {
          return status;
        }
        boolean all = status.at("/connector/state").asText().equals(state);
        for (JsonNode task : status.get("tasks")) {
          all &= task.get("state").asText().equals(state);
        }
        // A stopped connector has no tasks.
        if (all && (state.equals("STOPPED") || !status.get("tasks").isEmpty())) {
          return status;
        }
      }
      sleepUntil(deadline, "Connector " + name + " is not " + state + ": " + status);
    }
  }

  private JsonNode statusOrNull(String name) {
    try {
      return status(name);
    } catch (ConnectRestException e) {
      if (e.status() == 404) {
        return null; // Not known to the status topic yet.
      }
      throw e;
    }
  }

  private static String traces(JsonNode status) {
    StringBuilder all = new StringBuilder();
    for (JsonNode trace : status.findValues("trace")) {
      all.append(trace.asText()).append('\n');
    }
    return all.toString();
  }

  private JsonNode send(String method, String path, Object body) {
    long deadline = System.nanoTime() + rebalanceTimeout.toNanos();
    while (true) {
      HttpResponse<String> answer = exchange(method, path, body);
      if (answer.statusCode() < 300) {
        return parse(answer.body());
      }
      String message = errorMessage(answer.body());
      ConnectRestException refused =
          new ConnectRestException(
              answer.statusCode(),
              method + " " + path + " answered " + answer.statusCode() + ": " + message);
      if (answer.statusCode() != 409
          || !message.contains("rebalance")
          || System.nanoTime() > deadline) {
        throw refused;
      }
      sleepUntil(deadline, refused.getMessage());
    }
  }

  private HttpResponse<String> exchange(String method, String path, Object body) {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(address.resolve(path)).timeout(requestTimeout);
      if (body == null) {
        request.method(method, BodyPublishers.noBody());
      } else {
        request
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
      }
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "There is no answer from " + address + " to " + method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted in " + method + " " + path, e);
    }
  }

  private static JsonNode parse(String body) {
    try {
      return body.isEmpty() ? null : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not JSON: " + body, e);
    }
  }

  private static String errorMessage(String body) {
    try {
      JsonNode message = JSON.readTree(body).get("message");
      return message == null ? body : message.asText();
    } catch (JsonProcessingException e) {
      return body; // An error page of the web server; its text is all there is.
    }
  }

  private static void sleepUntil(long deadline, String elseMessage) {
    if (System.nanoTime() > deadline) {
      throw new IllegalStateException(elseMessage);
    }
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted: " + elseMessage, e);
    }
  }

  private static String connector(String name) {
    return "/connectors/" + encode(name);
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
