package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.DataType;
import java.util.List;

/** Slots of several types, one behind the other. */
final class RowSlots {
  static final RowSlots NONE = of(List.of());

  private final FieldCodec[] types;
  private final int[] offsets;
  private final int width;

  private RowSlots(FieldCodec[] types) {
    this.types = types;
    offsets = new int[types.length];
    int end = 0;
    for (int i = 0; i < types.length; i++) {
      offsets[i] = end;
      end += types[i].width();
    }
    width = end;
  }

  static RowSlots of(List<DataType> types) {
    return new RowSlots(types.stream().map(FieldCodec::of).toArray(FieldCodec[]::new));
  }

  int size() {
    return types.length;
  }

  FieldCodec type(int ordinal) {
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
