package io.deltacdf.bench.connect;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A schema registry that gives every schema the id 1. A converter asks it once for each schema, so
 * that it adds nothing to a measurement.
 */
final class RegistryStub implements AutoCloseable {
  private static final byte[] ANSWER = "{\"id\":1,\"version\":1}".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;

  RegistryStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, ANSWER.length);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
