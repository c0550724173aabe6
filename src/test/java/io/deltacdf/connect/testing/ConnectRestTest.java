package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConnectRestTest {
  /** As a frozen worker: the kernel accepts the connection, and nobody answers. */
  @Test
  @Timeout(60)
  void aWorkerThatNeverAnswersIsNotWaitedFor() throws IOException {
    try (ServerSocket frozen = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      ConnectRest rest =
          new ConnectRest(URI.create("http://127.0.0.1:" + frozen.getLocalPort()))
              .within(Duration.ofMillis(200));

      assertThatThrownBy(() -> rest.status("orders"))
          .hasMessageContaining("There is no answer")
          .hasMessageContaining("GET /connectors/orders/status");
      assertThatThrownBy(() -> rest.restart("orders")).hasMessageContaining("There is no answer");
    }
  }
}
