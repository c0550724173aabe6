package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogSubject;
import io.deltacdf.connect.config.Version;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Sends requests to a catalog. Follows no redirection, which could lead a token elsewhere. */
final class HttpSender {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_REASON = 300;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .proxy(ProxySelector.getDefault())
          .build();

  /**
   * An answer.
   *
   * @param body the JSON of the answer; missing if it is not JSON
   * @param errorType the type of the error in either API; empty if the answer has none
   * @param reason what the server says of the error
   * @param retryAfter the seconds of {@code Retry-After}, if it is a number
   * @param serverMillis the time of the server's clock
   */
  record Answer(
      int status,
      JsonNode body,
      String errorType,
      String reason,
      Optional<Long> retryAfter,
      long serverMillis) {}

  /**
   * Sends a request.
   *
   * @param address what messages name
   * @param doing what the request is for, such as {@code loading the table}
   */
  Answer send(CatalogSubject subject, URI address, String doing, HttpRequest.Builder request) {
    HttpRequest built =
        request
            .timeout(TIMEOUT)
            .header("Accept", "application/json")
            .header("User-Agent", "kafka-connect-delta-cdf/" + Version.get())
            .build();
    try {
      return answer(client.send(built, BodyHandlers.ofString()));
    } catch (IOException e) {
      throw CatalogErrors.unreachable(subject, address, doing, e, reasonOf(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CatalogErrors.unreachable(subject, address, doing, e, "interrupted");
    }
  }

  private static String reasonOf(IOException e) {
    Throwable inner = e;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    String message = inner.getMessage() == null ? e.getMessage() : inner.getMessage();
    return inner.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  private static Answer answer(HttpResponse<String> response) {
    JsonNode body = parse(response.body());
    JsonNode error = body.path("error");
    String type = error.path("type").asText(body.path("error_code").asText(""));
    String message =
        error
            .path("message")
            .asText(
                body.path("message").asText(error.isTextual() ? error.asText() : response.body()));
    String text = message.isBlank() ? "" : ": " + message.strip().lines().findFirst().orElse("");
    String reason = response.statusCode() + (type.isEmpty() ? "" : " " + type) + text;
    return new Answer(
        response.statusCode(),
        body,
        type,
        reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "…" : reason,
        response.headers().firstValue("Retry-After").flatMap(HttpSender::number),
        serverMillis(response));
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return node == null ? MissingNode.getInstance() : node;
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The clock of the worker may be wrong; expiry is a time of the server's clock. */
  private static long serverMillis(HttpResponse<String> response) {
    try {
      Optional<String> date = response.headers().firstValue("Date");
      if (date.isPresent()) {
        return ZonedDateTime.parse(date.get(), DateTimeFormatter.RFC_1123_DATE_TIME)
            .toInstant()
            .toEpochMilli();
      }
    } catch (DateTimeParseException e) {
      // As if there were none.
    }
    return System.currentTimeMillis();
  }
}
