package io.deltacdf.connect.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit extension that deletes the connectors of a test at its end. They run on the shared worker
 * unless another one is given.
 */
public final class Connectors implements AfterEachCallback {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ConnectWorker other;
  private final Set<String> names = new LinkedHashSet<>();

  /** On {@link SharedCluster#worker()}. */
  public Connectors() {
    this(null);
  }

  public Connectors(ConnectWorker worker) {
    other = worker;
  }

  public ConnectWorker worker() {
    return other == null ? SharedCluster.worker() : other;
  }

  public ConnectRest rest() {
    return worker().rest();
  }

  /** Creates a connector and waits until all its tasks run. */
  public void create(ConnectorConfig config) {
    rest().create(config.name(), config.options());
    names.add(config.name());
    rest().awaitRunning(config.name(), TIMEOUT);
  }

  /** Stops a connector, as some requests require. */
  public void stop(String name) {
    rest().stop(name);
    rest().awaitState(name, "STOPPED", TIMEOUT);
  }

  /** Resumes a paused or stopped connector. */
  public void resume(String name) {
    rest().resume(name);
    rest().awaitRunning(name, TIMEOUT);
  }

  public void delete(String name) {
    rest().delete(name);
    names.remove(name);
  }

  /** Returns the stored offset of a table, or null if there is none. */
  public JsonNode offset(String name, String table) {
    for (JsonNode entry : rest().offsets(name).get("offsets")) {
      if (entry.get("partition").equals(json(Map.of("table", table)))) {
        return entry.get("offset");
      }
    }
    return null;
  }

  /** Waits until the stored offset of a table says that the version is completed. */
  public void awaitVersion(String name, String table, long version) {
    Awaitility.await("version " + version + " of " + table)
        .atMost(TIMEOUT)
        .until(
            () ->
                Optional.ofNullable(offset(name, table))
                    .filter(offset -> !offset.has("phase"))
                    .map(offset -> offset.get("version").asLong()),
            Optional.of(version)::equals);
  }

  /** Sets the offset of a source partition, both in JSON; the connector must be stopped. */
  public void patchOffset(String name, String partition, String offset) {
    rest()
        .patchOffsets(
            name,
            read("{\"offsets\":[{\"partition\":" + partition + ",\"offset\":" + offset + "}]}"));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    names.forEach(name -> rest().delete(name));
    names.clear();
  }

  /** A record in one line: {@code <version> <change type> <key>}. */
  public static String line(ConsumerRecord<?, ?> record) {
    return header(record, "delta.commit.version")
        + " "
        + header(record, "delta.change.type")
        + " "
        + record.key();
  }

  /** Returns the text of a header, or null if the record does not have the header. */
  public static String header(ConsumerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  private static JsonNode json(Object value) {
    return JSON.valueToTree(value);
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not JSON: " + text, e);
    }
  }
}
