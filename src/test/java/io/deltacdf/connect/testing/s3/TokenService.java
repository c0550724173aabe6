package io.deltacdf.connect.testing.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A replacement for AWS's Security Token Service that returns the credentials of an {@link
 * S3Server} for every role.
 */
public final class TokenService implements AutoCloseable {
  private final HttpServer http;
  private final List<String> actions = new CopyOnWriteArrayList<>();

  private TokenService(HttpServer http) {
    this.http = http;
    http.createContext("/", this::handle);
    http.start();
  }

  public static TokenService start() {
    try {
      return new TokenService(
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen", e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Returns the requested actions: {@code AssumeRole} or {@code AssumeRoleWithWebIdentity}. */
  public List<String> actions() {
    return List.copyOf(actions);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String action = form.replaceFirst("(?s)^(?:.*&)?Action=(\\w+).*$", "$1");
    actions.add(action);
    String xml =
        """
        <%1$sResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><%1$sResult><Credentials>
        <AccessKeyId>%2$s</AccessKeyId><SecretAccessKey>%3$s</SecretAccessKey>
        <SessionToken>session</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration>
        </Credentials></%1$sResult></%1$sResponse>
        """
            .formatted(action, S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
    byte[] body = xml.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
