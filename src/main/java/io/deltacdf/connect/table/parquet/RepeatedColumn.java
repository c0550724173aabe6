package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import org.jspecify.annotations.Nullable;

/** Arrays or maps. The elements, or keys and values, of all rows follow each other. */
final class RepeatedColumn implements Column {
  private final DataType type;
  private final boolean[] nulls;

  /** The index of each row's first element, and at the end the number of elements. */
  private final int[] offsets;

  /** The elements; the keys of maps. */
  private final Column elements;

  /** The values of maps; null for arrays. */
  private final @Nullable Column values;

  RepeatedColumn(DataType type, GroupLevels.Lists lists, Column elements, @Nullable Column values) {
    this.type = type;
    this.nulls = lists.nulls();
    this.offsets = lists.offsets();
    this.elements = elements;
    this.values = values;
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return nulls[row];
  }

  @Override
  public ArrayView arrayAt(int row) {
    int from = offsets[row];
    return new ArrayView(offsets[row + 1] - from, new ShiftedColumn(elements, from));
  }

  @Override
  public MapView mapAt(int row) {
    if (values == null) {
      return Column.super.mapAt(row);
    }
    int from = offsets[row];
    return new MapView(
        offsets[row + 1] - from,
        new ShiftedColumn(elements, from),
        new ShiftedColumn(values, from));
  }
}
