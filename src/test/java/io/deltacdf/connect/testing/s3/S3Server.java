package io.deltacdf.connect.testing.s3;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.Runtimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** An S3 server (S3Proxy) in a separate process, with one bucket and its objects in memory. */
public final class S3Server implements AutoCloseable {
  public static final String BUCKET = "lake";
  public static final String ACCESS_KEY = "AKIATESTACCESSKEY123";
  public static final String SECRET_KEY = "wJalr/test+secret/key=of=the=reader";
  public static final String REGION = "eu-central-1";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

  private final URI endpoint;
  private final ChildProcess process;
  private final S3Client client;

  private S3Server(URI endpoint, ChildProcess process) {
    this.endpoint = endpoint;
    this.process = process;
    this.client = client(endpoint);
  }

  /** Creates a client with valid credentials for a server at an address. */
  public static S3Client client(URI endpoint) {
    return S3Client.builder()
        .endpointOverride(endpoint)
        .forcePathStyle(true)
        .region(Region.of(REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .build();
  }

  /**
   * Starts a server that checks the signatures of requests.
   *
   * @param directory the directory for its {@code s3.log} and its configuration, which is created
   *     if it does not exist
   */
  public static S3Server start(Path directory) {
    return start(directory, "aws-v2-or-v4");
  }

  /** Starts a server that does not check signatures, because a gateway would invalidate them. */
  public static S3Server startOpen(Path directory) {
    return start(directory, "none");
  }

  private static S3Server start(Path directory, String authorization) {
    URI endpoint = URI.create("http://127.0.0.1:" + FreePorts.find(1)[0]);
    Path config = directory.resolve("s3.properties");
    write(
        config,
        Map.of(
            "s3proxy.endpoint",
            endpoint.toString(),
            "s3proxy.authorization",
            authorization,
            "s3proxy.identity",
            ACCESS_KEY,
            "s3proxy.credential",
            SECRET_KEY,
            // The server accepts session tokens, but does not check them.
            "s3proxy.ignore-unknown-headers",
            "true",
            "jclouds.provider",
            "transient-nio2",
            "jclouds.identity",
            "unused",
            "jclouds.credential",
            "unused"));
    ChildProcess process =
        ChildProcess.java(
                "S3 server",
                Runtimes.classPath("s3"),
                "org.gaul.s3proxy.Main",
                directory.resolve("s3.log"))
            .heap("256m")
            .shortLived()
            .jvmArgs("-DLOG_LEVEL=warn")
            .args("--properties", config.toString())
            .start();
    process.awaitReady(START_TIMEOUT, () -> FreePorts.isListening(endpoint.getPort()));
    S3Server server = new S3Server(endpoint, process);
    server.client.createBucket(request -> request.bucket(BUCKET));
    return server;
  }

  private static void write(Path file, Map<String, String> properties) {
    Properties all = new Properties();
    all.putAll(properties);
    try {
      Files.createDirectories(file.getParent());
      try (Writer writer = Files.newBufferedWriter(file)) {
        all.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  /** Creates a client with valid credentials, for tests that write objects. */
  public S3Client client() {
    return client;
  }

  /** Returns the Hadoop options to connect to the server. */
  public Map<String, String> options() {
    return options(endpoint);
  }

  /** Returns the Hadoop options to connect to a server at an address. */
  public static Map<String, String> options(URI endpoint) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("fs.s3a.endpoint", endpoint.toString());
    options.put("fs.s3a.endpoint.region", REGION);
    options.put("fs.s3a.path.style.access", "true");
    options.put("fs.s3a.access.key", ACCESS_KEY);
    options.put("fs.s3a.secret.key", SECRET_KEY);
    return options;
  }

  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    client.close();
    process.close();
  }
}
