package io.deltacdf.connect.testing.sinks;

import java.io.IOException;
import java.net.URI;
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
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.ErrantRecordReporter;

/**
 * Sends bulk requests as both search sinks do. The actions of a request are in the order of the
 * records. Up to {@code max.in.flight.requests} requests are in progress at the same time, in any
 * order. A request without a response is retried up to {@code max.retries} times. The next call
 * throws the failure of a request. A document that the index refuses goes to the dead-letter queue,
 * if the connector has one, and fails the task, unless {@code behavior.on.malformed.documents} says
 * otherwise.
 */
final class BulkSender implements AutoCloseable {
  /** What both sinks take for the fault of a document. */
  private static final Set<Object> MALFORMED =
      Set.of(
          "strict_dynamic_mapping_exception",
          "mapper_parsing_exception",
          "document_parsing_exception",
          "illegal_argument_exception",
          "action_request_validation_exception");

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

  private final SearchSinkConfig config;
  private final ErrantRecordReporter deadLetters;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
  private final JsonConverter json = new JsonConverter();
  private final ExecutorService executor;
  private final Semaphore inFlight;
  private final AtomicReference<ConnectException> failure = new AtomicReference<>();
  private List<BulkAction> unsent = new ArrayList<>();

  /**
   * @param deadLetters null if the connector has no dead-letter queue
   */
  BulkSender(SearchSinkConfig config, ErrantRecordReporter deadLetters) {
    this.config = config;
    this.deadLetters = deadLetters;
    json.configure(Map.of("schemas.enable", "false"), false);
    executor = Executors.newFixedThreadPool(config.maxInFlightRequests());
    inFlight = new Semaphore(config.maxInFlightRequests());
  }

  boolean indexExists(String index) {
    return withRetries("HEAD", index, "").statusCode() == 200;
  }

  /** Creates an index, unless it exists. */
  void createIndex(String index, Map<String, Object> mappings) {
    String body =
        new String(
            json.fromConnectData("", null, Map.of("mappings", mappings)), StandardCharsets.UTF_8);
    HttpResponse<String> response = withRetries("PUT", index, body);
    if (response.statusCode() != 200
        && !response.body().contains("resource_already_exists_exception")) {
      throw new ConnectException("Cannot create index " + index + ": " + response.body());
    }
  }

  /** Adds an action to the current bulk, and sends the bulk if it is full. */
  void add(BulkAction action) {
    throwFailure();
    unsent.add(action);
    if (unsent.size() >= config.batchSize()) {
      send();
    }
  }

  /** Sends the current bulk. It waits only while too many bulks are in progress. */
  void send() {
    throwFailure();
    if (unsent.isEmpty()) {
      return;
    }
    List<BulkAction> bulk = unsent;
    unsent = new ArrayList<>();
    acquire(1);
    executor.execute(
        () -> {
          try {
            send(bulk);
          } catch (RuntimeException e) {
            failure.compareAndSet(null, new ConnectException("Bulk request failed", e));
          } finally {
            inFlight.release();
          }
        });
  }

  /** Sends the current bulk and waits until all bulks are completed. */
  void flush() {
    send();
    acquire(config.maxInFlightRequests());
    inFlight.release(config.maxInFlightRequests());
    throwFailure();
  }

  private void acquire(int bulks) {
    try {
      if (!inFlight.tryAcquire(bulks, config.flushTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ConnectException(
            "Bulk requests were not completed within " + config.flushTimeout());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("Interrupted while waiting for bulks", e);
    }
  }

  private void throwFailure() {
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private void send(List<BulkAction> bulk) {
    StringBuilder body = new StringBuilder();
    bulk.forEach(action -> body.append(action.text()));
    HttpResponse<String> response = withRetries("POST", "_bulk", body.toString());
    if (response.statusCode() != 200) {
      throw new ConnectException(
          "_bulk responded with " + response.statusCode() + " " + response.body());
    }
    Map<?, ?> result =
        (Map<?, ?>)
            json.toConnectData("", response.body().getBytes(StandardCharsets.UTF_8)).value();
    List<?> items = (List<?>) result.get("items");
    for (int i = 0; i < bulk.size(); i++) {
      Map<?, ?> item = (Map<?, ?>) ((Map<?, ?>) items.get(i)).values().iterator().next();
      if (item.get("error") instanceof Map<?, ?> error) {
        check(bulk.get(i), error);
      }
    }
  }

  private void check(BulkAction action, Map<?, ?> error) {
    if (MALFORMED.contains(error.get("type"))) {
      ConnectException refused = new ConnectException(action.line() + " failed: " + error);
      if (deadLetters != null) {
        // A record that cannot be reported fails the task with its next flush.
        var unused = deadLetters.report(action.record(), refused);
      }
      if (config.failsOnMalformedDocuments()) {
        throw refused;
      }
      return;
    }
    boolean conflict = "version_conflict_engine_exception".equals(error.get("type"));
    if (!conflict || !action.versioned() || config.failsOnVersionConflict()) {
      throw new ConnectException(action.line() + " failed: " + error);
    }
  }

  private HttpResponse<String> withRetries(String method, String path, String body) {
    Duration wait = config.retryBackoff();
    for (int retry = 0; ; retry++) {
      try {
        HttpResponse<String> response = request(method, path, body);
        if (response.statusCode() != 429 && response.statusCode() != 503) {
          return response;
        } else if (retry == config.maxRetries()) {
          throw new ConnectException(method + " " + path + ": " + response.body());
        }
      } catch (IOException e) {
        if (retry == config.maxRetries()) {
          throw new ConnectException(method + " " + path, e);
        }
      }
      sleep(wait);
      wait = wait.multipliedBy(2);
    }
  }

  private HttpResponse<String> request(String method, String path, String body) throws IOException {
    URI address = config.url().resolve("/" + path);
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .timeout(REQUEST_TIMEOUT)
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("Interrupted at " + method + " " + path, e);
    }
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("Interrupted before a retry", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
