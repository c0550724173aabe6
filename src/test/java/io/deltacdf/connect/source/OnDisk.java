package io.deltacdf.connect.source;

import static java.util.stream.Collectors.toMap;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Real tables with the key {@code id}, their records, and the rows of both. */
final class OnDisk {
  private OnDisk() {}

  static DeltaTable open(TestTable table) {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  static List<SourceRecord> run(TestTable table, TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    return ReaderRuns.run(open(table), config, stored);
  }

  /** Returns the rows of the latest version. */
  static List<SourceRecord> snapshot(TestTable table) throws InterruptedException {
    return run(table, Options.orders("snapshot.mode", "initial_only"), Optional.empty());
  }

  static Map<Object, Map<String, Object>> keyed(TestTable table, long version) {
    return table.rowsAt(version).stream().collect(toMap(row -> row.get("id"), row -> row));
  }

  /** Returns the changes between the rows of two versions, such as {@code delete 3}. */
  static Set<String> difference(
      Map<Object, Map<String, Object>> before, Map<Object, Map<String, Object>> after) {
    Set<String> changes = new TreeSet<>();
    Set<Object> keys = new HashSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (Object key : keys) {
      if (!after.containsKey(key)) {
        changes.add("delete " + key);
      } else if (!before.containsKey(key)) {
        changes.add("insert " + key);
      } else if (!before.get(key).equals(after.get(key))) {
        changes.add("update_postimage " + key);
      }
    }
    return changes;
  }

  static Object version(SourceRecord record) {
    return record.headers().lastWithName("delta.commit.version").value();
  }

  static String changeType(SourceRecord record) {
    return (String) record.headers().lastWithName("delta.change.type").value();
  }

  /** Returns a text such as {@code 3: insert 1 [1, a]}. */
  static List<String> texts(List<SourceRecord> records) {
    return records.stream()
        .map(
            record ->
                version(record)
                    + ": "
                    + changeType(record)
                    + " "
                    + record.key()
                    + " "
                    + (record.value() == null ? null : columns(record)))
        .toList();
  }

  /** Returns the rows of a compacted topic by key. */
  static Map<Object, List<Object>> fold(List<SourceRecord> records) {
    Map<Object, List<Object>> mirror = new TreeMap<>();
    for (SourceRecord record : records) {
      if (record.value() == null) {
        mirror.remove(record.key());
      } else {
        mirror.put(record.key(), columns(record));
      }
    }
    // A row written before a column was added lacks it; one written before a drop still has it.
    mirror.values().forEach(OnDisk::cutNulls);
    return mirror;
  }

  private static void cutNulls(List<Object> row) {
    while (row.get(row.size() - 1) == null) {
      row.remove(row.size() - 1);
    }
  }

  /** Returns the values of the table's columns. */
  private static List<Object> columns(SourceRecord record) {
    Struct value = (Struct) record.value();
    List<Object> columns = new ArrayList<>();
    for (Field field : value.schema().fields()) {
      if (!field.name().startsWith("_")) {
        columns.add(value.get(field));
      }
    }
    return columns;
  }
}
