package io.deltacdf.connect.change;

import io.deltacdf.connect.table.DataType;
import java.util.List;

/** Slots of several types, one behind the other. */
final class StoredSlots {
  static final StoredSlots NONE = of(List.of());

  private final StoredType[] types;
  private final int[] offsets;
  private final int width;

  private StoredSlots(StoredType[] types) {
    this.types = types;
    offsets = new int[types.length];
    int end = 0;
    for (int i = 0; i < types.length; i++) {
      offsets[i] = end;
      end += types[i].width();
    }
    width = end;
  }

  static StoredSlots of(List<DataType> types) {
    return new StoredSlots(types.stream().map(StoredType::of).toArray(StoredType[]::new));
  }

  int size() {
    return types.length;
  }

  StoredType type(int ordinal) {
    return types[ordinal];
  }

  /** Where a slot starts behind the first. */
  int offset(int ordinal) {
    return offsets[ordinal];
  }

  /** The bytes of all slots. */
  int width() {
    return width;
  }
}
