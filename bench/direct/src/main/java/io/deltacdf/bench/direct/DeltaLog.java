package io.deltacdf.bench.direct;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The JSON log of a local table that has a single writer and still has all commits. */
final class DeltaLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path table;

  DeltaLog(Path table) {
    this.table = table;
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static JsonNode parse(String json) throws IOException {
    return JSON.readTree(json);
  }

  boolean has(long version) {
    return Files.exists(file(version));
  }

  /** The actions of a version in the log's order, each an object with one field. */
  List<JsonNode> actions(long version) throws IOException {
    List<JsonNode> actions = new ArrayList<>();
    for (String line : Files.readAllLines(file(version))) {
      actions.add(JSON.readTree(line));
    }
    return actions;
  }

  /** The local path of a file action; the log's relative paths are percent-encoded. */
  Path resolve(JsonNode fileAction) {
    return table.resolve(
        URLDecoder.decode(
            fileAction.get("path").asText().replace("+", "%2B"), StandardCharsets.UTF_8));
  }

  /** Makes a version visible atomically, under its final name. */
  void write(long version, List<ObjectNode> actions) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (ObjectNode action : actions) {
      lines.append(JSON.writeValueAsString(action)).append('\n');
    }
    Path temporary = table.resolve("_delta_log/." + UUID.randomUUID() + ".tmp");
    Files.writeString(temporary, lines);
    Files.move(temporary, file(version), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path file(long version) {
    return table.resolve("_delta_log").resolve(String.format("%020d.json", version));
  }
}
