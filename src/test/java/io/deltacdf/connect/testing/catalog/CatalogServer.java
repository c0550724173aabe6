package io.deltacdf.connect.testing.catalog;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A catalog with the APIs of Unity Catalog for readers and writers: tables with names, the commits
 * of catalog-managed tables, and credentials. It keeps its tables in memory. Each of its answers is
 * checked against a schema; {@link #close} fails if one of them did not match it.
 */
public final class CatalogServer implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CatalogTables tables = new CatalogTables();
  private final CatalogTokens tokens = new CatalogTokens();
  private final CatalogFaults faults = new CatalogFaults();
  private final CatalogSettings settings = new CatalogSettings();
  private final VendedCredentials credentials = new VendedCredentials();
  private final DeltaApi deltaApi = new DeltaApi(tables, credentials, settings);
  private final OlderApi olderApi = new OlderApi(tables, credentials, settings);
  private final List<CatalogRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final int port;
  private HttpServer http;

  private CatalogServer() {
    http = listen(0);
    port = http.getAddress().getPort();
  }

  public static CatalogServer start() {
    return new CatalogServer();
  }

  private HttpServer listen(int requestedPort) {
    try {
      HttpServer server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), requestedPort), 0);
      server.setExecutor(threads);
      server.createContext("/", this::handle);
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen", e);
    }
  }

  /** Returns the address for {@code unity.catalog.uri}. */
  public String uri() {
    return "http://127.0.0.1:" + port;
  }

  /** Returns the address of the endpoint for tokens. */
  public String tokenUri() {
    return uri() + CatalogRequest.TOKEN_PATH;
  }

  public CatalogTables tables() {
    return tables;
  }

  public CatalogTokens tokens() {
    return tokens;
  }

  public CatalogFaults faults() {
    return faults;
  }

  public CatalogSettings settings() {
    return settings;
  }

  public VendedCredentials credentials() {
    return credentials;
  }

  /** Returns the requests since the last call, in order. */
  public synchronized List<CatalogRequest> takeRequests() {
    List<CatalogRequest> taken = new ArrayList<>(requests);
    requests.clear();
    return taken;
  }

  /** Returns how many requests of an action came since {@link #takeRequests}. */
  public long count(CatalogAction action) {
    return requests.stream().filter(request -> request.action() == action).count();
  }

  /** Stops listening; {@link #resume()} continues at the same address. */
  public synchronized void pause() {
    http.stop(0);
  }

  /** Continues after {@link #pause()}. */
  public synchronized void resume() {
    http = listen(port);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      CatalogRequest request = CatalogRequest.of(exchange);
      synchronized (this) {
        requests.add(request);
      }
      Optional<CatalogFaults.Injected> fault = faults.take(request);
      if (fault.isPresent()) {
        Thread.sleep(fault.get().delay().toMillis());
        if (fault.get().dropped()) {
          return;
        }
        if (fault.get().retryAfter() > 0) {
          exchange.getResponseHeaders().set("Retry-After", "" + fault.get().retryAfter());
        }
        fault.get().headers().forEach(exchange.getResponseHeaders()::set);
        if (!fault.get().body().isEmpty()) {
          byte[] body = fault.get().body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(fault.get().status(), body.length);
          exchange.getResponseBody().write(body);
          return;
        }
      }
      String authorization =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
      CatalogAnswer answer = answer(request, authorization, fault);
      AnswerSchemas.violations(answer)
          .forEach(what -> violations.add(request.action() + " " + what));
      send(exchange, answer, fault.map(CatalogFaults.Injected::cut).orElse(false));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      violations.add(exchange.getRequestURI() + ": " + e);
      throw e;
    }
  }

  private CatalogAnswer answer(
      CatalogRequest request, String authorization, Optional<CatalogFaults.Injected> fault) {
    boolean delta = request.action().isOfDeltaApi();
    try {
      if (fault.isPresent() && fault.get().status() > 0) {
        throw CatalogException.injected(fault.get().status());
      }
      if (request.action() == CatalogAction.TOKEN) {
        return tokens.issue(authorization, request.text());
      }
      tokens.check(authorization);
      return delta ? deltaApi.answer(request) : olderApi.answer(request);
    } catch (CatalogException e) {
      return e.answer(delta);
    }
  }

  private static void send(HttpExchange exchange, CatalogAnswer answer, boolean cut)
      throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head || answer.body().isMissingNode()) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body, 0, cut ? body.length / 2 : body.length);
    exchange.getResponseBody().flush();
  }

  /** Returns the options of the connector for this catalog, with the token. */
  public Map<String, String> options() {
    return Map.of(
        "unity.catalog.uri",
        uri(),
        "unity.catalog.auth.type",
        "token",
        "unity.catalog.token",
        CatalogTokens.TOKEN);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    if (!violations.isEmpty()) {
      throw new AssertionError("The catalog server was at fault: " + violations);
    }
  }
}
