package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes maps in the file's order; of two equal keys the last counts. */
final class MapConverter implements ValueConverter {
  private static final int FIELDS_PER_ENTRY = 4;

  private final NullableConverter key;
  private final NullableConverter value;

  MapConverter(NullableConverter key, NullableConverter value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public Object valueAt(Column column, int row, RecordSize size) {
    Column.MapView view = column.mapAt(row);
    Map<Object, Object> map = new LinkedHashMap<>(view.size() * 2);
    size.addFields(FIELDS_PER_ENTRY * (view.size() + 1));
    for (int i = 0; i < view.size(); i++) {
      Object k = key.valueAt(view.keys(), i, size);
      // Arrays are equal to themselves alone.
      map.put(
          k instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : k,
          value.valueAt(view.values(), i, size));
    }
    return map;
  }
}
