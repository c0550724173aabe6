package io.deltacdf.connect.containers;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** An object store that speaks S3 and asks for signatures, with one bucket. */
final class S3Container extends GenericContainer<S3Container> {
  static final String BUCKET = "lake";

  private static final String NAME = "s3";
  private static final int PORT = 80;
  private static final String REGION = "eu-central-1";
  private static final String ACCESS_KEY = "AKIACONTAINERS";
  private static final String SECRET_KEY = "secret/of+the=containers";

  private S3Client client;

  S3Container(Network network) {
    super(Image.S3.image());
    withNetwork(network);
    withNetworkAliases(NAME);
    withExposedPorts(PORT);
    withEnv(
        Map.of(
            "S3PROXY_IDENTITY", ACCESS_KEY,
            "S3PROXY_CREDENTIAL", SECRET_KEY,
            "JAVA_OPTS", "-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
    withLogConsumer(new LogFile(NAME));
    waitingFor(Wait.forListeningPort());
  }

  /** The keys as a worker's environment has them. */
  static Map<String, String> credentials() {
    return Map.of("AWS_ACCESS_KEY_ID", ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", SECRET_KEY);
  }

  /** The options by which the connector reaches the store; the keys stay on the worker. */
  static Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("hadoop.fs.s3a.endpoint", "http://" + NAME + ":" + PORT);
    options.put("hadoop.fs.s3a.endpoint.region", REGION);
    options.put("hadoop.fs.s3a.path.style.access", "true");
    options.put("hadoop.fs.s3a.access.key", "${env:AWS_ACCESS_KEY_ID}");
    options.put("hadoop.fs.s3a.secret.key", "${env:AWS_SECRET_ACCESS_KEY}");
    return options;
  }

  /** For what tests write. */
  S3Client client() {
    if (client == null) {
      client = newClient();
      client.createBucket(request -> request.bucket(BUCKET));
    }
    return client;
  }

  private S3Client newClient() {
    return S3Client.builder()
        .endpointOverride(URI.create("http://" + getHost() + ":" + Docker.port(this, PORT)))
        .forcePathStyle(true)
        .region(Region.of(REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .build();
  }

  /** Nobody listens any more, and the name is gone, until {@link #startAgain}. */
  void shutDown() {
    Docker.stop(this);
  }

  void startAgain() {
    Docker.start(this);
    client.close();
    client = newClient();
  }
}
