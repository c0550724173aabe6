package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.Column;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts maps, in the order of the file. The last entry of equal keys wins. */
public final class MapConverter implements ValueConverter {
  private static final int FIELDS_PER_ENTRY = 4;

  private final NullableConverter key;
  private final NullableConverter value;

  public MapConverter(NullableConverter key, NullableConverter value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public Object convert(Column column, int row, RecordSize size) {
    Column.MapView view = column.mapAt(row);
    Map<Object, Object> map = new LinkedHashMap<>(view.size() * 2);
    size.addFields(FIELDS_PER_ENTRY * (view.size() + 1));
    for (int i = 0; i < view.size(); i++) {
      Object mapKey = key.convert(view.keys(), i, size);
      // Arrays have no equals() by content; a ByteBuffer has.
      map.put(
          mapKey instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : mapKey,
          value.convert(view.values(), i, size));
    }
    return map;
  }
}
