package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * A schema registry (Apicurio) in its own process, with its schemas in memory. It speaks
 * Confluent's registry API under {@link #confluentUrl()}.
 */
public final class SchemaRegistry implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final String CONVERTER = "io.apicurio.registry.utils.converter.AvroConverter";

  private final String url;
  private final ChildProcess process;
  private final HttpClient http = HttpClient.newHttpClient();

  private SchemaRegistry(String url, ChildProcess process) {
    this.url = url;
    this.process = process;
  }

  /**
   * Starts a registry and waits until it answers.
   *
   * @param directory for its {@code registry.log}
   */
  public static SchemaRegistry start(Path directory) {
    return start(directory, "127.0.0.1", FreePorts.find(1)[0]);
  }

  /** As {@link #start(Path)}, at a given address. */
  public static SchemaRegistry start(Path directory, String host, int port) {
    String url = "http://" + host + ":" + port;
    ChildProcess process =
        ChildProcess.java(
                "Schema registry",
                serverJars(),
                "io.quarkus.runner.GeneratedMain",
                directory.resolve("registry.log"))
            .heap("256m")
            .shortLived()
            .jvmArgs("-Dquarkus.http.host=" + host)
            .environment("QUARKUS_HTTP_PORT", Integer.toString(port))
            .start();
    process.awaitReady(START_TIMEOUT, () -> answers(url + "/apis/ccompat/v7/subjects"));
    return new SchemaRegistry(url, process);
  }

  /** The base address of Confluent's API. */
  public String confluentUrl() {
    return url + "/apis/ccompat/v7";
  }

  /**
   * A plugin directory with the registry's Avro converter, for {@link
   * ConnectWorker.Builder#plugin}. The converter's jar has no service manifest, so another jar
   * provides it.
   *
   * @param directory the directory to create
   */
  public static Path converterPlugin(Path directory) {
    Runtimes.copy("registry", directory);
    Path manifest = directory.resolve("service-manifest.jar");
    PluginJar.write(manifest, "org.apache.kafka.connect.storage.Converter", CONVERTER, List.of());
    return directory;
  }

  /**
   * The settings that make a connector write Avro in Confluent's wire format (a zero byte, the
   * schema's id in four bytes, the datum).
   *
   * @param which {@code key} or {@code value}
   */
  public Map<String, String> converterConfig(String which) {
    return converterConfig(which, url);
  }

  /** As {@link #converterConfig(String)}, for a registry at another address. */
  public static Map<String, String> converterConfig(String which, String url) {
    String prefix = which + ".converter";
    return Map.of(
        prefix,
        CONVERTER,
        prefix + ".apicurio.registry.url",
        url + "/apis/registry/v2",
        prefix + ".apicurio.registry.as-confluent",
        "true",
        prefix + ".apicurio.registry.use-id",
        "contentId",
        prefix + ".apicurio.registry.headers.enabled",
        "false",
        prefix + ".apicurio.registry.auto-register",
        "true",
        prefix + ".apicurio.registry.find-latest",
        "true");
  }

  /**
   * Sets the required compatibility of new schema versions: {@code BACKWARD}, so that they can read
   * data written with the latest one, or {@code NONE}.
   */
  public void requireCompatibility(String level) {
    request("config", "PUT", "{\"compatibility\": \"" + level + "\"}");
  }

  /** The versions of a subject's schema, such as {@code 1, 2}. */
  public List<Integer> versions(String subject) {
    List<Integer> versions = new ArrayList<>();
    request("subjects/" + subject + "/versions", "GET", null).forEach(v -> versions.add(v.asInt()));
    return versions;
  }

  /** The newest schema of a subject, {@code <topic>-key} or {@code <topic>-value}. */
  public Schema latest(String subject) {
    return parse(request("subjects/" + subject + "/versions/latest", "GET", null));
  }

  /** Returns the schema with the id that precedes a datum. */
  public Schema byId(int id) {
    return parse(request("schemas/ids/" + id, "GET", null));
  }

  private static Schema parse(JsonNode answer) {
    return new Schema.Parser().parse(answer.required("schema").asText());
  }

  private JsonNode request(String path, String method, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(confluentUrl() + "/" + path))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(30))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IllegalStateException(
            method + " " + path + ": " + answer.statusCode() + " " + answer.body());
      }
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted at " + method + " " + path, e);
    }
  }

  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }

  private static List<Path> serverJars() {
    Path server = Runtimes.target("registry").resolve("server");
    // The jar's own class path names the others, in lib.
    try (Stream<Path> files = Files.list(server)) {
      return files.filter(f -> f.toString().endsWith("-runner.jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find the registry's server in " + server, e);
    }
  }

  private static boolean answers(String address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setConnectTimeout(1000);
    connection.setReadTimeout(5000);
    try {
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } finally {
      connection.disconnect();
    }
  }
}
