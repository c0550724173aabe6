package io.deltacdf.connect.source;

import io.deltacdf.connect.testing.histories.PlainValues;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record in the form of a history's model.
 *
 * @param type the change type
 * @param key the key's number; -1 for a table without a key
 * @param row in plain form by column id; null for a tombstone
 */
record Published(long version, String type, int key, Map<Integer, Object> row) {
  static Published of(SourceRecord record, World world) {
    long version = version(record);
    String type = (String) record.headers().lastWithName("delta.change.type").value();
    Map<Integer, Object> row = null;
    if (record.value() != null) {
      Map<String, Object> named = named((Struct) record.value());
      row = world.plain(named, world.schemaVersion(type, version));
    }
    return new Published(version, type, key(record.key(), world), row);
  }

  static List<Published> of(List<SourceRecord> records, World world) {
    return records.stream().map(record -> of(record, world)).toList();
  }

  static long version(SourceRecord record) {
    return (Long) record.headers().lastWithName("delta.commit.version").value();
  }

  boolean isPreimageOrDelete() {
    return type.equals("delete") || type.equals("update_preimage");
  }

  private static int key(Object key, World world) {
    if (key == null) {
      return -1;
    }
    List<Object> values = new ArrayList<>();
    if (key instanceof Struct struct) {
      struct.schema().fields().forEach(field -> values.add(struct.get(field)));
    } else {
      values.add(key);
    }
    return world.keyOf(values);
  }

  private static Map<String, Object> named(Struct value) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (Field field : value.schema().fields()) {
      if (!field.name().startsWith("_")) {
        named.put(field.name(), PlainValues.plain(value.get(field)));
      }
    }
    return named;
  }
}
