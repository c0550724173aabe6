package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogSubject;
import io.deltacdf.connect.config.Version;
import java.io.IOException;
import java.math.BigInteger;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Sends requests to a catalog. Follows no redirection, which could lead a token elsewhere. */
final class HttpSender {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_REASON = 300;
  private static final Pattern INVALID_TOKEN =
      Pattern.compile("(?i)\\b(invalid|expired) (access )?token\\b|\\btoken( is|) expired\\b");

  /** The title of a page of a proxy, or of Databricks for an invalid token. */
  private static final Pattern TITLE = Pattern.compile("(?is)<title>\\s*([^<]{1,200})</title>");

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
   * @param refusesToken whether the token was refused; Databricks answers some tokens with 403
   * @param retryAfter the seconds of {@code Retry-After}, which may also be a time
   * @param serverMillis the time of the server's clock
   */
  record Answer(
      int status,
      JsonNode body,
      String errorType,
      String reason,
      boolean refusesToken,
      Optional<Long> retryAfter,
      long serverMillis) {
    /** The longest pause: nobody would wait for hours without asking again. */
    private static final long MAX_PAUSE_SECONDS = 600;

    /**
     * Returns how long to wait before the next request.
     *
     * @param usual how long if the server does not say it
     */
    long pauseSeconds(long usual) {
      return Math.max(1, Math.min(retryAfter.orElse(usual), MAX_PAUSE_SECONDS));
    }

    /** Returns whether the answer is a JSON object, which all answers of a catalog are. */
    boolean isObject() {
      return body.isObject();
    }
  }

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
      if (isOfTls(e)) {
        throw CatalogErrors.notTrusted(subject, address, doing, e, reasonOf(e));
      }
      throw CatalogErrors.unreachable(subject, address, doing, e, reasonOf(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CatalogErrors.unreachable(subject, address, doing, e, "interrupted");
    }
  }

  private static boolean isOfTls(IOException e) {
    return e instanceof SSLException || e.getCause() instanceof SSLException;
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
                body.path("message")
                    .asText(
                        error.isTextual()
                            ? error.asText()
                            : titleOf(response.body(), "").orElse(response.body())));
    String text =
        switch (response.statusCode() / 100) {
          // It may have secrets.
          case 2 ->
              body.isMissingNode() ? "no JSON" + titleOf(response.body(), ", but ").orElse("") : "";
          case 3 -> "a redirection" + target(response) + ", which is not followed";
          default -> message.strip().lines().findFirst().orElse("");
        };
    boolean refusesToken =
        response.statusCode() == 401
            || (response.statusCode() == 403 && INVALID_TOKEN.matcher(response.body()).find());
    String reason =
        response.statusCode()
            + (type.isEmpty() ? "" : " " + type)
            + (text.isEmpty() ? "" : ": " + text);
    long serverMillis = serverMillis(response);
    return new Answer(
        response.statusCode(),
        body,
        type,
        reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "…" : reason,
        refusesToken,
        response.headers().firstValue("Retry-After").flatMap(value -> seconds(value, serverMillis)),
        serverMillis);
  }

  private static Optional<String> titleOf(String text, String prefix) {
    Matcher title = TITLE.matcher(text);
    return title.find()
        ? Optional.of(prefix + "a page with the title " + title.group(1).strip())
        : Optional.empty();
  }

  /** Returns where a redirection leads to, without parameters, which may be secret. */
  private static String target(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Location")
        .map(location -> " to " + location.replaceFirst("[?#].*", ""))
        .orElse("");
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return node == null ? MissingNode.getInstance() : node;
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** Reads {@code Retry-After}: a number of seconds, or a time of the server's clock. */
  private static Optional<Long> seconds(String text, long serverMillis) {
    try {
      return text.strip().matches("[0-9]+")
          ? Optional.of(
              new BigInteger(text.strip()).min(BigInteger.valueOf(Integer.MAX_VALUE)).longValue())
          : Optional.of((millisOf(text) - serverMillis) / 1000);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static long millisOf(String date) {
    return ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
        .toInstant()
        .toEpochMilli();
  }

  /** The clock of the worker may be wrong; expiry is a time of the server's clock. */
  private static long serverMillis(HttpResponse<String> response) {
    try {
      Optional<String> date = response.headers().firstValue("Date");
      if (date.isPresent()) {
        return millisOf(date.get());
      }
    } catch (DateTimeParseException e) {
      // As if there were none.
    }
    return System.currentTimeMillis();
  }
}
