package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Creates the JSON of a commit's actions, with the keys in Spark's order. */
final class LogActions {
  private LogActions() {}

  static ObjectNode add(LiveFile live, boolean dataChange, boolean tightBoundsKnown) {
    DataFile file = live.file();
    ObjectNode add = JsonNodeFactory.instance.objectNode();
    add.put("path", file.path());
    add.set("partitionValues", partitionValues(file.partitionValues(), true));
    add.put("size", file.size()).put("modificationTime", file.modificationTime());
    add.put("dataChange", dataChange);
    if (file.hasStats()) {
      ObjectNode stats = JsonNodeFactory.instance.objectNode().put("numRecords", file.rowCount());
      if (tightBoundsKnown) {
        stats.put("tightBounds", live.deleted().rows().isEmpty());
      }
      add.put("stats", stats.toString());
    }
    putDeletionVector(add, live);
    putRowIds(add, live);
    return add;
  }

  static ObjectNode remove(LiveFile live, boolean dataChange, long timestamp, RemoveStyle style) {
    DataFile file = live.file();
    ObjectNode remove = JsonNodeFactory.instance.objectNode();
    remove.put("path", file.path()).put("deletionTimestamp", timestamp);
    remove.put("dataChange", dataChange);
    if (style != RemoveStyle.MINIMAL) {
      remove.put("extendedFileMetadata", true);
      remove.set(
          "partitionValues", partitionValues(file.partitionValues(), style == RemoveStyle.FULL));
      remove.put("size", file.size());
    }
    putDeletionVector(remove, live);
    putRowIds(remove, live);
    if (file.hasStats() && style != RemoveStyle.MINIMAL) {
      ObjectNode stats = JsonNodeFactory.instance.objectNode().put("numRecords", file.rowCount());
      remove.put("stats", stats.toString());
    }
    return remove;
  }

  static ObjectNode cdc(DataFile file) {
    ObjectNode cdc = JsonNodeFactory.instance.objectNode();
    cdc.put("path", file.path());
    cdc.set("partitionValues", partitionValues(file.partitionValues(), true));
    return cdc.put("size", file.size()).put("dataChange", false);
  }

  static ObjectNode domainMetadata(String domain, String configuration) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("domain", domain)
        .put("configuration", configuration)
        .put("removed", false);
  }

  /** Returns a line of the log. */
  static String line(String kind, JsonNode action) {
    return JsonNodeFactory.instance.objectNode().set(kind, action).toString();
  }

  private static ObjectNode partitionValues(Map<String, String> values, boolean nulls) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    values.forEach(
        (name, value) -> {
          if (value != null || nulls) {
            node.put(name, value);
          }
        });
    return node;
  }

  private static void putDeletionVector(ObjectNode action, LiveFile live) {
    if (live.deleted().descriptor() != null) {
      action.set("deletionVector", live.deleted().descriptor());
    }
  }

  private static void putRowIds(ObjectNode action, LiveFile live) {
    if (live.baseRowId() != null) {
      action.put("baseRowId", live.baseRowId());
    }
    if (live.rowCommitVersion() != null) {
      action.put("defaultRowCommitVersion", live.rowCommitVersion());
    }
  }
}
