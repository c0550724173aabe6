package io.deltacdf.connect.containers;

import io.deltacdf.connect.testing.s3.S3Server;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import software.amazon.awssdk.services.s3.S3Client;

/** An object store that speaks S3 and asks for signatures, with one bucket. */
final class S3Container extends GenericContainer<S3Container> {
  private static final String NAME = "s3";
  private static final int PORT = 80;

  private S3Client client;

  S3Container(Network network) {
    super(Image.S3.image());
    withNetwork(network);
    withNetworkAliases(NAME);
    withExposedPorts(PORT);
    withEnv(
        Map.of(
            "S3PROXY_IDENTITY", S3Server.ACCESS_KEY,
            "S3PROXY_CREDENTIAL", S3Server.SECRET_KEY,
            "JAVA_OPTS", "-Xmx192m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
    withLogConsumer(new LogFile(NAME));
    waitingFor(Wait.forListeningPort());
  }

  /** The keys as a worker's environment has them. */
  static Map<String, String> credentials() {
    return Map.of(
        "AWS_ACCESS_KEY_ID", S3Server.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", S3Server.SECRET_KEY);
  }

  /** The options by which the connector reaches the store; the keys stay on the worker. */
  static Map<String, String> options() {
    Map<String, String> hadoop =
        new LinkedHashMap<>(S3Server.options(URI.create("http://" + NAME + ":" + PORT)));
    hadoop.put("fs.s3a.access.key", "${env:AWS_ACCESS_KEY_ID}");
    hadoop.put("fs.s3a.secret.key", "${env:AWS_SECRET_ACCESS_KEY}");
    Map<String, String> options = new LinkedHashMap<>();
    hadoop.forEach((name, value) -> options.put("hadoop." + name, value));
    return options;
  }

  /** For what tests write. */
  S3Client client() {
    if (client == null) {
      client = newClient();
      client.createBucket(request -> request.bucket(S3Server.BUCKET));
    }
    return client;
  }

  private S3Client newClient() {
    return S3Server.client(URI.create("http://" + getHost() + ":" + Docker.port(this, PORT)));
  }

  /** Stops the store, and removes its host name, until {@link #startAgain}. */
  void shutDown() {
    Docker.stop(this);
  }

  void startAgain() {
    Docker.start(this);
    client.close();
    client = newClient();
  }
}
