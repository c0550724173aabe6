package io.deltacdf.connect.avro.value;

import static io.deltacdf.connect.avro.value.Values.nonNull;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writers of arrays and maps: one block with all items, and the end. */
final class CollectionWriters {
  private CollectionWriters() {}

  static ValueWriter array(ValueWriter item) {
    return (value, out) -> {
      Collection<?> items = (Collection<?>) nonNull(value);
      if (!items.isEmpty()) {
        out.writeLong(items.size());
        for (Object object : items) {
          item.write(object, out);
        }
      }
      out.writeEnd();
    };
  }

  /** Writes a map whose keys are strings. */
  static ValueWriter map(ValueWriter item) {
    return (value, out) -> {
      Map<?, ?> items = (Map<?, ?>) nonNull(value);
      if (!items.isEmpty()) {
        out.writeLong(items.size());
        for (Map.Entry<?, ?> entry : ordered(items).entrySet()) {
          out.writeString((String) nonNull(entry.getKey()));
          item.write(entry.getValue(), out);
        }
      }
      out.writeEnd();
    };
  }

  /** Writes a map as an array of entries, with the key as one of two fields. */
  static ValueWriter entries(ValueWriter key, ValueWriter item, boolean keyFirst) {
    return (value, out) -> {
      Map<?, ?> items = (Map<?, ?>) nonNull(value);
      if (!items.isEmpty()) {
        out.writeLong(items.size());
        for (Map.Entry<?, ?> entry : items.entrySet()) {
          writeEntry(entry, key, item, keyFirst, out);
        }
      }
      out.writeEnd();
    };
  }

  private static void writeEntry(
      Map.Entry<?, ?> entry, ValueWriter key, ValueWriter item, boolean keyFirst, AvroBuffer out) {
    if (keyFirst) {
      key.write(entry.getKey(), out);
      item.write(entry.getValue(), out);
    } else {
      item.write(entry.getValue(), out);
      key.write(entry.getKey(), out);
    }
  }

  /** Other converters put the entries into a new hash map, and write them in its order. */
  private static Map<?, ?> ordered(Map<?, ?> items) {
    if (items.size() == 1) {
      return items;
    }
    // Not the copy constructor, which may choose another size and so another order.
    Map<Object, @Nullable Object> copy = new HashMap<>();
    items.forEach(copy::put);
    return copy;
  }
}
