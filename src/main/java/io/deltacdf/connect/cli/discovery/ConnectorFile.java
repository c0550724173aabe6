package io.deltacdf.connect.cli.discovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** A file with the configuration of a connector, as it is sent to Connect. */
public final class ConnectorFile {
  private final Path file;

  public ConnectorFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the options from the request body {@code {"name": …, "config": {…}}}, or from the
   * configuration alone.
   *
   * @throws ConfigException if the file cannot be read or has another form
   */
  public Map<String, String> read() {
    JsonNode json;
    try {
      json = new ObjectMapper().readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      // Without the parser's message, which may quote a secret.
      throw error(
          "is not JSON: there is a mistake in line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr());
    } catch (IOException e) {
      throw error("cannot be read: " + e);
    }
    boolean isRequest = json.path("config").isObject();
    JsonNode config = isRequest ? json.get("config") : json;
    if (!config.isObject()) {
      throw error("does not contain a JSON object");
    }
    Map<String, String> options = new LinkedHashMap<>();
    config.properties().forEach(option -> options.put(option.getKey(), text(option)));
    if (isRequest && json.path("name").isTextual()) {
      options.putIfAbsent("name", json.get("name").textValue());
    }
    return options;
  }

  private @Nullable String text(Map.Entry<String, JsonNode> option) {
    JsonNode value = option.getValue();
    if (value.isContainerNode()) {
      throw error(
          "sets '" + option.getKey() + "' to an object or array, but options must be strings");
    }
    return value.isNull() ? null : value.asText();
  }

  private ConfigException error(String problem) {
    return new ConfigException(file + " " + problem);
  }
}
