package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is not a worker stands for a wrong address and for a proxy with a password. */
class WorkerClientTest {
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile int status = 200;
  private volatile String body = "[]";
  private HttpServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(
              exchange.getRequestURI().getRawPath()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void partsOfThePathAreEncodedAndFollowThatOfTheAddress() throws Exception {
    assertThat(new WorkerClient("http://" + host() + "/kafka/").get("connectors", "a b/c"))
        .isPresent();
    assertThat(requests).containsExactly("/kafka/connectors/a%20b%2Fc null");
  }

  @Test
  void theUserOfTheAddressIsSent() throws Exception {
    new WorkerClient("http://ada:secret@" + host()).get("connectors");

    assertThat(requests).containsExactly("/connectors Basic YWRhOnNlY3JldA==");
  }

  @Test
  void whatIsNotThereIsEmpty() throws Exception {
    status = 404;

    assertThat(new WorkerClient("http://" + host()).get("connectors", "x")).isEmpty();
  }

  @Test
  void aRefusalNamesTheRequestWithoutThePassword() {
    status = 403;
    body = "forbidden";

    assertThatThrownBy(() -> new WorkerClient("http://ada:secret@" + host()).get("connectors"))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("status 403: forbidden")
        .hasMessageContaining("/connectors")
        .hasMessageNotContaining("secret");
  }

  @Test
  void anAnswerThatIsNotJsonIsNotAWorkers() {
    body = "<html>";

    assertThatThrownBy(() -> new WorkerClient("http://" + host()).get("connectors"))
        .hasMessageContaining("is not JSON");
  }

  @Test
  void aWorkerThatIsNotThereIsAFailure() {
    String address = "http://ada:secret@" + host();
    server.stop(0);

    assertThatThrownBy(() -> new WorkerClient(address).get("connectors"))
        .hasMessageContaining("cannot be reached")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8083", "ftp://x", "http://", "", "http://a b"})
  void otherAddressesAreRefused(String url) {
    assertThatThrownBy(() -> new WorkerClient(url)).isInstanceOf(ConfigException.class);
  }
}
