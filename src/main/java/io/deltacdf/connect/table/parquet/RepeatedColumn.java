package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;

/** Arrays or maps: the elements, or keys and values, of all rows one after another. */
final class RepeatedColumn implements Column {
  private final DataType type;
  private final boolean[] nulls;

  /** Where the elements of each row begin, and where the last ones end. */
  private final int[] offsets;

  /** The elements; the keys of maps. */
  private final Column elements;

  /** The values of maps, else null. */
  private final Column values;

  RepeatedColumn(DataType type, GroupLevels.Lists lists, Column elements, Column values) {
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
    int from = offsets[row];
    return new MapView(
        offsets[row + 1] - from,
        new ShiftedColumn(elements, from),
        new ShiftedColumn(values, from));
  }
}
