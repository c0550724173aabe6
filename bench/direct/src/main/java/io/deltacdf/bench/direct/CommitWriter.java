package io.deltacdf.bench.direct;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Writes valid commits to a generated table more cheaply than Spark: updates with change files, as
 * Spark's UPDATE writes them, and appends. It must be the only writer of the table.
 */
final class CommitWriter {
  private static final String CHANGE_TYPE = "_change_type";

  /** The first id of appended rows, which no generated table reaches. */
  private static final long FIRST_NEW_ID = 1L << 40;

  private final Path table;
  private final DeltaLog log;
  private final ParquetRows parquet = new ParquetRows();
  private final List<JsonNode> live = new ArrayList<>();
  private final Random random;
  private final MessageType schema;
  private final MessageType changeSchema;
  private final List<Group> templates;
  private long version;
  private long nextId = FIRST_NEW_ID;

  CommitWriter(Path table, long seed) throws IOException {
    this.table = table;
    log = new DeltaLog(table);
    random = new Random(seed);
    for (; log.has(version); version++) {
      for (JsonNode action : log.actions(version)) {
        if (action.has("add")) {
          live.add(action.get("add"));
        } else if (action.has("remove")) {
          JsonNode path = action.get("remove").get("path");
          live.removeIf(add -> add.get("path").equals(path));
        }
      }
    }
    Path first = log.resolve(live.get(0));
    schema = parquet.schema(first);
    templates = parquet.read(first);
    List<Type> fields = new ArrayList<>(schema.getFields());
    fields.add(
        Types.optional(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named(CHANGE_TYPE));
    changeSchema = new MessageType(schema.getName(), fields);
  }

  /** Updates 10 to 100 rows of one file; returns the number of change rows. */
  int update() throws IOException {
    JsonNode old = live.remove(random.nextInt(live.size()));
    List<Group> rows = parquet.read(log.resolve(old));
    List<Integer> picked = new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
    Collections.shuffle(picked, random);
    List<Group> changes = new ArrayList<>();
    for (int index : picked.subList(0, 10 + random.nextInt(91))) {
      Group before = rows.get(index);
      String note = "u" + version + " " + random.nextInt(1_000_000);
      changes.add(withChangeType(before, null, "update_preimage"));
      changes.add(withChangeType(before, note, "update_postimage"));
      rows.set(index, withNote(before, note));
    }
    String change = "_change_data/cdc-00000-" + newId() + ".c000.snappy.parquet";
    ObjectNode cdc =
        file(change, parquet.write(table.resolve(change), changeSchema, changes))
            .put("dataChange", false);
    commit("UPDATE", remove(old), action("add", addFile(rows)), action("cdc", cdc));
    return changes.size();
  }

  /** Appends new rows whose note starts with a marker; returns when the commit is visible. */
  void append(int count, String marker) throws IOException {
    int id = schema.getFieldIndex("id");
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Group template = templates.get(random.nextInt(templates.size()));
      Group row = withNote(template, marker + i);
      Group fresh = ParquetRows.copy(row, schema, id);
      fresh.add(id, nextId++);
      rows.add(fresh);
    }
    commit("WRITE", action("add", addFile(rows)));
  }

  private Group withNote(Group row, String text) {
    int note = schema.getFieldIndex("note");
    Group copy = ParquetRows.copy(row, schema, note);
    copy.add(note, text);
    return copy;
  }

  private Group withChangeType(Group row, String newNote, String changeType) {
    Group source = newNote == null ? row : withNote(row, newNote);
    Group change = ParquetRows.copy(source, changeSchema, -1);
    change.add(CHANGE_TYPE, changeType);
    return change;
  }

  private ObjectNode addFile(List<Group> rows) throws IOException {
    String path = "part-00000-" + newId() + "-c000.snappy.parquet";
    ObjectNode add =
        file(path, parquet.write(table.resolve(path), schema, rows))
            .put("modificationTime", System.currentTimeMillis())
            .put("dataChange", true)
            .put("stats", "{\"numRecords\":" + rows.size() + "}");
    live.add(add);
    return add;
  }

  private ObjectNode remove(JsonNode old) throws IOException {
    ObjectNode remove =
        file(old.get("path").asText(), Files.size(log.resolve(old)))
            .put("deletionTimestamp", System.currentTimeMillis())
            .put("dataChange", true)
            .put("extendedFileMetadata", true);
    return action("remove", remove);
  }

  private static ObjectNode file(String path, long size) {
    ObjectNode file = DeltaLog.object().put("path", path).put("size", size);
    file.putObject("partitionValues");
    return file;
  }

  private static ObjectNode action(String name, ObjectNode content) {
    ObjectNode action = DeltaLog.object();
    action.set(name, content);
    return action;
  }

  private UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private void commit(String operation, ObjectNode... actions) throws IOException {
    ObjectNode info =
        DeltaLog.object()
            .put("timestamp", System.currentTimeMillis())
            .put("operation", operation)
            .put("isBlindAppend", operation.equals("WRITE"))
            .put("engineInfo", "bench");
    info.putObject("operationParameters");
    List<ObjectNode> all = new ArrayList<>();
    all.add(action("commitInfo", info));
    Collections.addAll(all, actions);
    log.write(version++, all);
  }
}
