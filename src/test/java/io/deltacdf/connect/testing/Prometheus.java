package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Prometheus server (Debian's, from the PATH) that scrapes one exporter every second. */
public final class Prometheus implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address = "127.0.0.1:" + FreePorts.find(1)[0];
  private final ChildProcess process;

  private Prometheus(Path directory, Path configuration) {
    process =
        ChildProcess.start(
            "prometheus (Debian's package prometheus)",
            List.of(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + address),
            directory.resolve("prometheus.log"));
    process.awaitReady(START_TIMEOUT, () -> get("/-/ready").statusCode() == 200);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param directory for its data and its {@code prometheus.log}
   * @param exporterPort the port of the exporter on 127.0.0.1
   * @param alerts the rules, of which each fires at once
   */
  public static Prometheus start(Path directory, int exporterPort, Path alerts) {
    try {
      Path rules = directory.toAbsolutePath().resolve("alerts.yml");
      Files.writeString(rules, Files.readString(alerts).replaceAll("for: \\w+", "for: 0s"));
      Path configuration = directory.toAbsolutePath().resolve("prometheus.yml");
      Files.writeString(
          configuration,
          """
          global: {scrape_interval: 1s, evaluation_interval: 1s}
          rule_files: ["%s"]
          scrape_configs:
            - job_name: connect
              static_configs: [{targets: ["127.0.0.1:%d"]}]
          """
              .formatted(rules, exporterPort));
      return new Prometheus(directory, configuration);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot configure Prometheus", e);
    }
  }

  /** Returns the series that a query results in now. */
  public JsonNode query(String query) {
    return data("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
        .get("result");
  }

  /** Returns the alerts that fire, each as {@code <name> <table>}. */
  public List<String> firing() {
    List<String> firing = new ArrayList<>();
    for (JsonNode alert : data("/api/v1/alerts").get("alerts")) {
      if (alert.get("state").asText().equals("firing")) {
        JsonNode labels = alert.get("labels");
        firing.add(labels.get("alertname").asText() + " " + labels.path("table").asText());
      }
    }
    return firing;
  }

  private JsonNode data(String path) {
    try {
      JsonNode answer = JSON.readTree(get(path).body());
      if (!answer.path("status").asText().equals("success")) {
        throw new IllegalStateException(path + " failed: " + answer);
      }
      return answer.get("data");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> get(String path) throws IOException {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
