package io.deltacdf.bench.direct;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.bench.ChangeCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a large table out of one with a single insert, without using more space: each further
 * commit inserts the same rows, in files that are hard links to those of the first insert. Usage:
 * {@code GenScale TABLE COMMITS}.
 */
public final class GenScale {
  private final Path table;
  private final DeltaLog log;

  private GenScale(Path table) {
    this.table = table;
    log = new DeltaLog(table);
  }

  public static void main(String[] args) throws IOException {
    Path table = Path.of(args[0]);
    int commits = Integer.parseInt(args[1]);
    long rows = new GenScale(table).extend(commits);
    // Keys are the same in all commits, and so each row is one of a version.
    long all = rows * commits;
    new ChangeCounts(commits, all, all, all).write(table);
    System.out.println(table.getFileName() + ": " + commits + " commits of " + rows + " rows");
  }

  /** Returns the number of rows of each commit. */
  private long extend(int commits) throws IOException {
    List<JsonNode> insert = log.actions(1);
    for (int version = 2; version <= commits; version++) {
      List<ObjectNode> actions = new ArrayList<>();
      for (JsonNode action : insert) {
        actions.add(action.has("add") ? link(action, version) : action.deepCopy());
      }
      log.write(version, actions);
    }
    long rows = 0;
    for (JsonNode action : insert) {
      if (action.has("add")) {
        rows += DeltaLog.parse(action.get("add").get("stats").asText()).get("numRecords").asLong();
      }
    }
    return rows;
  }

  private ObjectNode link(JsonNode action, int version) throws IOException {
    Path file = log.resolve(action.get("add"));
    String name = "v" + version + "-" + file.getFileName();
    Files.createLink(table.resolve(name), file);
    ObjectNode copy = action.deepCopy();
    ((ObjectNode) copy.get("add")).put("path", name);
    return copy;
  }
}
