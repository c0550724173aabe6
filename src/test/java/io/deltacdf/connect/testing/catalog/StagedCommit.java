package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A commit that a catalog knows and that is not published yet.
 *
 * @param timestamp the in-commit timestamp, ms
 * @param fileName the name of the file in {@code _delta_log/_staged_commits}
 * @param fileSize in bytes
 * @param fileTime the modification time of the file, ms
 */
public record StagedCommit(
    long version, long timestamp, String fileName, long fileSize, long fileTime) {

  /** Reads the form of the Delta API, whose words are separated by hyphens, or of the older one. */
  static StagedCommit of(JsonNode node, char separator) {
    return new StagedCommit(
        node.required("version").longValue(),
        node.required("timestamp").longValue(),
        node.required("file-name".replace('-', separator)).textValue(),
        node.required("file-size".replace('-', separator)).longValue(),
        node.required("file-modification-timestamp".replace('-', separator)).longValue());
  }

  ObjectNode json(char separator) {
    return Json.object()
        .put("version", version)
        .put("timestamp", timestamp)
        .put("file-name".replace('-', separator), fileName)
        .put("file-size".replace('-', separator), fileSize)
        .put("file-modification-timestamp".replace('-', separator), fileTime);
  }
}
