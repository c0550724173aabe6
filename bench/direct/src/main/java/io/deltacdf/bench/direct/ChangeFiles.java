package io.deltacdf.bench.direct;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the files with the changes of a generated table: the change files of a version, or its data
 * files.
 */
final class ChangeFiles {
  /**
   * @param changeType of all rows, or null where the file has a column for it
   */
  record ChangeFile(Path path, long size, long version, String changeType) {}

  private final DeltaLog log;

  ChangeFiles(Path table) {
    log = new DeltaLog(table);
  }

  /** All versions from {@code first} to the last one there is; in the log's order. */
  List<ChangeFile> from(long first) throws IOException {
    List<ChangeFile> files = new ArrayList<>();
    for (long version = first; log.has(version); version++) {
      List<ChangeFile> change = new ArrayList<>();
      List<ChangeFile> data = new ArrayList<>();
      boolean deletionVectors = false;
      for (JsonNode action : log.actions(version)) {
        if (action.has("cdc")) {
          change.add(file(action.get("cdc"), version, null));
        } else if (action.has("add") || action.has("remove")) {
          JsonNode content = action.has("add") ? action.get("add") : action.get("remove");
          deletionVectors |= content.hasNonNull("deletionVector");
          data.add(file(content, version, action.has("add") ? "insert" : "delete"));
        }
      }
      if (change.isEmpty() && deletionVectors) {
        throw new IOException(
            "version " + version + " has deletion vectors, which the floor does not read");
      }
      files.addAll(change.isEmpty() ? data : change);
    }
    return files;
  }

  private ChangeFile file(JsonNode content, long version, String changeType) {
    return new ChangeFile(log.resolve(content), content.get("size").asLong(), version, changeType);
  }
}
