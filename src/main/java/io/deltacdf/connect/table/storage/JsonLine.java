package io.deltacdf.connect.table.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A line of a JSON file of the log. */
public final class JsonLine {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] COMMIT_INFO = "\"commitInfo\"".getBytes(StandardCharsets.UTF_8);

  /** How far a line is searched for the name of its action. */
  private static final int SEARCHED = 64;

  private static final List<String> TEXTS = List.of("engineInfo", "operation", "txnId");
  private static final List<String> MAPS = List.of("operationParameters", "operationMetrics");

  private JsonLine() {}

  /**
   * Returns what is wrong with a line that Delta Kernel would read in part; empty if nothing is. It
   * ignores what follows the first JSON value of a line. If a line has several actions, readers
   * disagree which of them count.
   */
  public static String problem(byte[] line) {
    int depth = 0;
    boolean quoted = false;
    boolean ended = false;
    int actions = 0;
    if (!isText(line)) {
      return "a line is not text in UTF-8";
    }
    for (int i = 0; i < line.length; i++) {
      byte b = line[i];
      if (quoted) {
        if (b == '\\') {
          i++;
        } else if (b == '"') {
          quoted = false;
        }
        continue;
      }
      if (ended && !isBlank(b)) {
        return "a line has more text after its JSON value";
      }
      switch (b) {
        case '"' -> quoted = true;
        case '{', '[' -> {
          depth++;
          if (depth == 2 && ++actions > 1) {
            return "a line has more than one action";
          }
        }
        case '}', ']' -> ended = --depth <= 0;
        default -> {}
      }
    }
    return "";
  }

  /** Readers replace bytes that are not text, and so would read another path. */
  private static boolean isText(byte[] line) {
    int ascii = 0;
    while (ascii < line.length && line[ascii] >= 0) {
      ascii++;
    }
    if (ascii == line.length) {
      return true;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }

  /**
   * Returns a line as Delta Kernel expects it. The protocol allows any content in {@code
   * commitInfo}, but Kernel requires a timestamp, and the types that Spark writes.
   */
  public static byte[] forKernel(byte[] line) throws IOException {
    if (!isCommitInfo(line)) {
      return line;
    }
    try {
      JsonNode root = JSON.readTree(line);
      if (root.get("commitInfo") instanceof ObjectNode info) {
        normalize(info);
        return JSON.writeValueAsBytes(root);
      }
    } catch (JsonProcessingException e) {
      // Kernel reports it.
      return line;
    }
    return line;
  }

  private static boolean isCommitInfo(byte[] line) {
    int last = Math.min(line.length, SEARCHED) - COMMIT_INFO.length;
    for (int start = 0; start <= last; start++) {
      int matching = 0;
      while (matching < COMMIT_INFO.length && line[start + matching] == COMMIT_INFO[matching]) {
        matching++;
      }
      if (matching == COMMIT_INFO.length) {
        return true;
      }
    }
    return false;
  }

  private static void normalize(ObjectNode info) {
    JsonNode timestamp = info.get("timestamp");
    if (timestamp == null || !timestamp.isIntegralNumber() || !timestamp.canConvertToLong()) {
      // Nothing uses it: the timestamp of a commit is that of its file, or in-commit.
      info.put("timestamp", 0L);
    }
    for (String name : TEXTS) {
      JsonNode value = info.get(name);
      if (value != null && !value.isNull() && !value.isTextual()) {
        info.put(name, value.toString());
      }
    }
    for (String name : MAPS) {
      if (info.get(name) instanceof ObjectNode map) {
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
          if (!entry.getValue().isTextual() && !entry.getValue().isNull()) {
            map.put(entry.getKey(), entry.getValue().toString());
          }
        }
      } else {
        info.remove(name);
      }
    }
    JsonNode blindAppend = info.get("isBlindAppend");
    if (blindAppend != null && !blindAppend.isBoolean()) {
      info.remove("isBlindAppend");
    }
  }
}
