package io.deltacdf.connect.avro;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A registry that answers what a test tells it, for faults that a real one cannot be made to have.
 */
final class RegistryStub implements AutoCloseable {
  /**
   * A request as it arrived.
   *
   * @param authorization the header, or an empty string
   */
  record Request(String method, String path, String body, String authorization) {}

  private record Answer(int status, String body, int cutAt) {}

  private final HttpServer server;
  private final String scheme;
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  RegistryStub() {
    this(createServer(), "http");
  }

  /** Starts a registry with TLS and a certificate of a PKCS12 store. */
  RegistryStub(Path store, String password) {
    this(createServer(store, password), "https");
  }

  private static HttpServer createServer() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpServer createServer(Path store, String password) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(
          KeyStore.getInstance(store.toFile(), password.toCharArray()), password.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(context));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private RegistryStub(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "registry stub");
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return scheme + "://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Adds an answer; the last one is repeated. */
  RegistryStub answer(int status, String body) {
    synchronized (answers) {
      answers.add(new Answer(status, body, -1));
    }
    return this;
  }

  /** Adds an answer that ends before its announced length. */
  RegistryStub halfAnswer(String body) {
    synchronized (answers) {
      answers.add(new Answer(200, body, body.length() / 2));
    }
    return this;
  }

  /** Adds an answer that does not come. */
  RegistryStub noAnswer() {
    synchronized (answers) {
      answers.add(new Answer(-1, "", -1));
    }
    return this;
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            new String(body, StandardCharsets.UTF_8),
            authorization == null ? "" : authorization));
    Answer answer;
    synchronized (answers) {
      answer = answers.size() > 1 ? answers.remove() : answers.peek();
    }
    if (answer == null || answer.status() < 0) {
      return;
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes, 0, answer.cutAt() < 0 ? bytes.length : answer.cutAt());
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
